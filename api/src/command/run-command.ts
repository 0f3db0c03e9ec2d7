import { parseArgs } from 'node:util'
import { readConfig } from '../platform/runtime/index.ts'
import { UsageError } from './command.ts'
import { commands } from './commands.ts'
import { Interrupted } from './interruption.ts'

/** Takes a line for standard output and one for standard error. */
export interface Output {
  say: (line: string) => void
  complain: (line: string) => void
}

function overview(): string[] {
  const widest = Math.max(...Object.keys(commands).map((name) => name.length))
  return [
    'The tools of whoever keeps the portal.',
    '',
    'npm run portal -- <command> [...]',
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(widest)}   ${summary}`),
    '',
    'They work on DATA_DIR or DATABASE_URL, as the portal does. More: npm run portal -- <command> --help',
  ]
}

const helpOf = (name: string): string[] => {
  const command = commands[name]
  return command ? [`npm run portal -- ${command.usage}`, '', ...command.help] : overview()
}

/** Runs one command; returns the exit code: 1 when it failed, 2 when it was used wrongly. Throws where it is interrupted. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv, { say, complain }: Output): Promise<number> {
  let name = args.find((word) => Object.hasOwn(commands, word)) ?? ''
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        password: { type: 'string' },
        username: { type: 'string' },
        enable: { type: 'boolean' },
        standby: { type: 'boolean' },
        identity: { type: 'string' },
      },
    })
    const [first = '', ...words] = positionals
    name = Object.hasOwn(commands, first) ? first : ''
    if (values.help || first === '' || first === 'help') {
      for (const line of helpOf(name || (words[0] ?? ''))) say(line)
      return values.help || first === 'help' ? 0 : 2
    }
    const command = commands[name]
    if (!command) throw new UsageError(`There is no command ${first}.`)
    const has = (option: string) => command.usage.includes(option === 'username' ? 'USERNAME' : `--${option}`)
    const foreign = Object.keys(values).find((option) => !has(option))
    if (foreign) throw new UsageError(`${name} has no option --${foreign}.`)
    if (values.username !== undefined) words.push(values.username)
    const options = {
      password: values.password,
      enable: values.enable,
      standby: values.standby,
      identity: values.identity,
    }
    return await command.run({ config: readConfig(env), words, options, say })
  } catch (error) {
    if (error instanceof Interrupted) throw error
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error)
    const message = error instanceof Error ? error.message : String(error)
    // Of an option that is not known Node goes on with advice on words that begin with a dash.
    complain(message.replace(/^(Unknown option '[^']+')\. .*$/s, '$1.'))
    if (!isUsage) return 1
    complain('')
    for (const line of helpOf(name)) complain(line)
    return 2
  }
}
