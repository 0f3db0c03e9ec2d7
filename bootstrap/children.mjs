import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** The script of an installed command line tool, to run with our own Node. */
export const tool = {
  vite: path.join(root, 'node_modules/vite/bin/vite.js'),
  vitest: path.join(root, 'node_modules/vitest/vitest.mjs'),
  tsc: path.join(root, 'node_modules/typescript/bin/tsc'),
  biome: path.join(root, 'node_modules/@biomejs/biome/bin/biome'),
  depcruise: path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
  playwright: path.join(root, 'node_modules/@playwright/test/cli.js'),
}

const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } = process.env
/** The clock that `npm run days` gives what it starts, for who starts programs with an environment of their own. */
export const clockOfDay = FAKETIME ? { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } : {}

const running = new Set()
let stopping = false

/** From now on a signal ends all children first, then this process. */
export function endWithChildren() {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await Promise.all([...running].map(end))
      process.exit(code)
    })
  }
}

/** Sends a child SIGTERM and waits for its end, at most 20 s. */
export function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const hard = setTimeout(() => signalGroup(child, 'SIGKILL'), 20_000)
  return new Promise((resolve) => {
    child.once('exit', () => {
      clearTimeout(hard)
      // Remains of a killed tool in its group.
      signalGroup(child, 'SIGKILL')
      resolve()
    })
    signalGroup(child, 'SIGTERM')
  })
}

function signalGroup(child, signal) {
  try {
    process.kill(child.ownGroup ? -child.pid : child.pid, signal)
  } catch {
    // Already gone.
  }
}

/** Starts a program. `ownGroup` gives it a process group, so that it and its children can be ended together. */
export function start(
  command,
  args,
  { cwd = root, env = process.env, stdio = 'inherit', ownGroup = false, ...who } = {},
) {
  const child = spawn(command, args, { ...who, cwd, env, stdio, detached: ownGroup })
  child.ownGroup = ownGroup
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Starts Node on a script. */
export const startNode = (args, options) => start(process.execPath, args, options)

/** Runs Node on a script to its end. Resolves to its exit code, not 0 when it had to be ended after `limit` ms. */
export function runNode(args, { limit, ...options } = {}) {
  const child = startNode(args, options)
  return new Promise((resolve) => {
    const giveUp = () => {
      console.error(`Given up after ${limit / 60_000} minutes: ${path.basename(args[0])}`)
      void end(child)
    }
    const timer = limit && setTimeout(giveUp, limit)
    const done = (code) => {
      clearTimeout(timer)
      // While stopping, the signal's handler decides the exit code.
      if (!stopping) resolve(code)
    }
    child.once('error', () => done(1))
    child.once('exit', (code) => done(code ?? 1))
  })
}

/** `1.2 s` since a `performance.now()`. */
export const since = (began) => `${((performance.now() - began) / 1000).toFixed(1)} s`
