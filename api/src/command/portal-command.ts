import { Interrupted } from './interruption.ts'
import { type Output, runCommand } from './run-command.ts'

// The reader of our output may be gone; the work continues to its end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const output: Output = {
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
}

try {
  process.exitCode = await runCommand(process.argv.slice(2), process.env, output)
} catch (error) {
  if (!(error instanceof Interrupted)) throw error
  output.complain(error.message)
  // Work under way is abandoned where it stands.
  process.exit(error.exitCode)
}
