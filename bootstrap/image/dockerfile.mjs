// What npm run image reads of a Dockerfile: no more than deploy/Dockerfile says. Anything else is refused, so that no step of an
// image is left out without a word.
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'

const forms = {
  FROM: /^node:(?<major>\d+)\S*(?: AS (?<name>\w+))?$/,
  WORKDIR: /^(?<folder>\/\S+)$/,
  COPY: /^(?:--from=(?<from>\w+) )?(?<paths>[^-\s]\S*(?: [^-\s]\S*)+)$/,
  RUN: /^(?<command>[^[-].*)$/,
  ENV: /^(?<pairs>\w+=[^\s"'$]+(?: \w+=[^\s"'$]+)*)$/,
  USER: /^(?<user>[a-z]+)$/,
  VOLUME: /^(?<folder>\/\S+)$/,
  EXPOSE: /^(?<port>\d+)$/,
  // In the other form of both a shell would stand between the signals and the program.
  HEALTHCHECK: /^--start-period=(?<seconds>\d+)s CMD (?<words>\[.*\])$/,
  CMD: /^(?<words>\[.*\])$/,
}

/** The stages of a Dockerfile: `{ name, major, steps }`, each step `{ word, text, ...what its form names }`. */
export function stagesOf(dockerfile) {
  const stages = []
  for (const { at, text } of instructionsIn(dockerfile)) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(text) ?? []
    const said = forms[word]?.exec(rest)?.groups
    const isFirst = stages.length === 0
    if (!said || (isFirst && word !== 'FROM')) throw new Error(`Line ${at}: npm run image does not know "${text}"`)
    if (word === 'FROM') stages.push({ ...said, steps: [] })
    stages.at(-1).steps.push({ word, text, ...said })
  }
  return stages
}

/** With the lines that a backslash continues joined, and without comments. */
function instructionsIn(dockerfile) {
  const found = []
  let isOpen = false
  for (const [index, line] of dockerfile.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const said = line.replace(/\\\s*$/, '').trim()
    if (isOpen) found.at(-1).text += ` ${said}`
    else found.push({ at: index + 1, text: said })
    isOpen = /\\\s*$/.test(line)
  }
  return found
}

const stars = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' }

/** Tells of a path whether a .dockerignore leaves it out. Its patterns are of whole paths, other than those of .gitignore. */
export function leftOutBy(dockerignore) {
  const patterns = dockerignore.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  const tests = patterns.map((pattern) => {
    if (/[!?[\]\\]/.test(pattern)) throw new Error(`.dockerignore: npm run image does not know "${pattern}"`)
    const plain = pattern
      .trim()
      .replace(/^\/|\/$/g, '')
      .replace(/[.+^${}()|]/g, '\\$&')
    return new RegExp(`^${plain.replace(/\*\*\/|\*\*?/g, (star) => stars[star])}(/|$)`)
  })
  return (file) => tests.some((test) => test.test(file))
}

/** As COPY does: the last of the paths is below `to`, the others below `from`. A folder is copied as what is in it. */
export function copy(paths, from, to, isLeftOut = () => false) {
  const target = paths.at(-1)
  const sources = paths.slice(0, -1)
  const isFolder = /(^|\/)\.?$/.test(target)
  if (sources.length > 1 && !isFolder)
    throw new Error(`${target}: of several sources the target is a folder, and ends in /`)
  for (const source of sources) {
    const file = path.join(from, source)
    const isWanted = (each) => !isLeftOut(path.relative(from, each).split(path.sep).join('/'))
    if (!existsSync(file) || !isWanted(file))
      throw new Error(`${source}: there is no such file, or .dockerignore leaves it out`)
    const place = path.join(to, target, isFolder && !statSync(file).isDirectory() ? path.basename(file) : '')
    mkdirSync(path.dirname(place), { recursive: true })
    cpSync(file, place, { recursive: true, verbatimSymlinks: true, filter: isWanted })
  }
}
