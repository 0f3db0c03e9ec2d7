// npm run image: carries out deploy/Dockerfile without a container. Each stage is a folder, the image's absolute paths lie below it, and
// its steps see nothing of this environment but PATH and HOME. The portal of the last one is then started as CMD says, on a PostgreSQL
// of its own, asked as HEALTHCHECK says, and stopped. npm downloads what it has not kept of the packages.
import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../api/src/postgres/postgres.ts'
import { freePorts } from '../api/test/support/platform/nginx.ts'
import { end, endWithChildren, root, since, start } from './children.mjs'
import { copy, leftOutBy, stagesOf } from './image/dockerfile.mjs'

const file = 'deploy/Dockerfile'
/** MB beside Node. */
const most = 350
const answers = [
  ['/', /<div id="root"/],
  ['/auth/login', /<div id="root"/],
  ['/health/ready', /"status":"ready"/],
]

const began = performance.now()
endWithChildren()
const home = mkdtempSync(path.join(tmpdir(), 'academy-image-'))
/** The process of the database server. */
let server
process.on('exit', () => {
  try {
    // Where a signal came.
    if (server) process.kill(server, 'SIGQUIT')
  } catch {
    // It did not start.
  }
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})
/** Node where the user of the image can start it, too. */
const bin = path.join(home, 'bin')
// npm asks nobody for what it keeps; the lock file says what it must be.
const kept = { PATH: `${bin}:${process.env.PATH}`, HOME: process.env.HOME, npm_config_prefer_offline: 'true' }
/** Who stands for the image's own user. Without root everything is done as who runs this. */
const user = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid(), gid: process.getgid() }
const read = (name) => readFileSync(path.join(root, name), 'utf8')
const isLeftOut = leftOutBy(read('.dockerignore'))
const stages = []

/** Where a path of the image lies. */
const placeIn = (stage, name) => path.join(stage.folder, path.posix.resolve(stage.workdir, name))

/** Starts a program in a stage. */
const run = (stage, [command, ...args], more = {}) =>
  start(command, args, {
    ...stage.user,
    cwd: placeIn(stage, '.'),
    env: { ...kept, ...stage.env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    ownGroup: true,
  })

/** What a program says, and its exit code at its end. */
function listen(child) {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (more) => {
      text += more
    })
  const code = new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (number, signal) => resolve(number ?? signal))
  })
  return { code, said: () => text }
}

/** What the instructions do; those of how the image is run are kept in the stage. */
const does = {
  FROM(stage, { text, major }) {
    if (major !== process.versions.node.split('.')[0]) throw new Error(`${text}: this is Node ${process.versions.node}`)
    mkdirSync(stage.folder)
  },
  WORKDIR(stage, { folder }) {
    mkdirSync(placeIn(stage, folder), { recursive: true })
    stage.workdir = folder
  },
  COPY(stage, { text, from, paths }) {
    const source = from && stages.find(({ name }) => name === from)
    if (from && !source) throw new Error(`${text}: there is no stage ${from}`)
    const all = paths.split(' ')
    const to = all.at(-1).startsWith('/') ? stage.folder : placeIn(stage, '.')
    if (source) copy(all, source.folder, to)
    else copy(all, root, to, isLeftOut)
  },
  async RUN(stage, { text, command }) {
    const here = command
      .replaceAll(/(?<=^| )\/[\w/.-]+/g, (place) => `'${placeIn(stage, place)}'`)
      .replaceAll('node:node', `${user.uid}:${user.gid}`)
    const { code, said } = listen(run(stage, ['/bin/sh', '-c', here]))
    if ((await code) !== 0) throw new Error(`${text}: ended with ${await code}`, { cause: said() })
  },
  ENV(stage, { pairs }) {
    for (const [, name, value] of pairs.matchAll(/(\w+)=(\S+)/g))
      stage.env[name] = value.startsWith('/') ? placeIn(stage, value) : value
  },
  USER: (stage) => Object.assign(stage, { user }),
  VOLUME: (stage, { folder }) => mkdirSync(placeIn(stage, folder), { recursive: true }),
  EXPOSE: (stage, { port }) => Object.assign(stage, { port }),
  HEALTHCHECK: (stage, { seconds, words }) => Object.assign(stage, { seconds, health: JSON.parse(words) }),
  CMD: (stage, { words }) => Object.assign(stage, { command: JSON.parse(words) }),
}

try {
  // The folder was closed to others.
  chmodSync(home, 0o755)
  mkdirSync(bin)
  copyFileSync(process.execPath, path.join(bin, 'node'), constants.COPYFILE_FICLONE)
  for (const { steps, ...stage } of stagesOf(read(file))) {
    stages.push({ ...stage, folder: path.join(home, `stage-${stages.length + 1}`), workdir: '/', env: {} })
    for (const step of steps) await timed(step.text, () => does[step.word](stages.at(-1), step))
  }
  const last = stages.at(-1)
  const size = Math.round(bytesIn(last.folder) / 1e6)
  if (size > most) throw new Error(`it takes ${size} MB beside Node, more than ${most}`)
  const onSpawn = (pid) => {
    server = pid
  }
  const database = await startEmbedded(path.join(home, 'postgres'), () => {}, { onSpawn })
  try {
    await tryOut(last, database)
  } finally {
    await database.stop()
    server = undefined
  }
  console.log(`\nThe image holds: ${size} MB beside Node, every step in ${since(began)}`)
} catch ({ message, cause }) {
  if (cause) console.error(cause)
  console.error(`\nFAILED: ${file}: ${message}`)
  process.exitCode = 1
}

/** Starts the portal as docker run does, asks it, and stops it as docker stop does. */
async function tryOut(stage, { url, ownerUrl }) {
  const [port] = await freePorts(1)
  const settings = { HOST: '127.0.0.1', PORT: port, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl() }
  const portal = run(stage, stage.command, settings)
  const { code, said } = listen(portal)
  const health = stage.health.map((word) => word.replace(`127.0.0.1:${stage.port}`, `127.0.0.1:${port}`))
  try {
    await timed(`HEALTHCHECK after ${stage.command.join(' ')}`, async () => {
      for (const deadline = Date.now() + stage.seconds * 1000; ; await pause(500)) {
        if ((await listen(run(stage, health)).code) === 0) return
        if (portal.exitCode !== null) throw new Error(`CMD ended with ${await code}`, { cause: said() })
        if (Date.now() > deadline) throw new Error(`HEALTHCHECK failed for ${stage.seconds} s`, { cause: said() })
      }
    })
    for (const [place, holds] of answers)
      await timed(`GET ${place}`, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}${place}`)
        const text = await answer.text()
        if (!answer.ok || !holds.test(text)) throw new Error(`GET ${place}: ${answer.status} ${text.slice(0, 200)}`)
      })
    await timed('SIGTERM', async () => {
      portal.kill('SIGTERM')
      if ((await code) !== 0) throw new Error(`stopped with ${await code}`, { cause: said() })
    })
  } finally {
    await end(portal)
  }
}

async function timed(text, work) {
  const from = performance.now()
  await work()
  console.log(`${since(from).padStart(8)}  ${text}`)
}

/** Of all files in a folder, without what its links name. */
function bytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files.reduce((sum, { parentPath, name }) => sum + lstatSync(path.join(parentPath, name)).size, 0)
}
