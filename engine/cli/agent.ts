import { agentVerify } from './agentVerify.ts'
import { agentWalkForward } from './agentWalkForward.ts'
import { UsageError } from './failures.ts'
import { AGENT_USAGE } from './usage.ts'

const COMMANDS = new Map([
  ['walk-forward', agentWalkForward],
  ['verify', agentVerify],
])

/** `agent`: what can be asked of the research agent from the command line. */
export async function agent(args: readonly string[]): Promise<string> {
  const [name, ...rest] = args
  if (name === '-h' || name === '--help') return AGENT_USAGE
  const names = [...COMMANDS.keys()].join(', ')
  if (name === undefined) throw new UsageError(`what to do is missing: ${names}`)
  const command = COMMANDS.get(name)
  if (!command) throw new UsageError(`there is no "agent ${name}"; there is ${names}`)
  return command(rest)
}
