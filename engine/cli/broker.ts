import path from 'node:path'
import { engineEnvironment } from '../runtime/config.ts'
import { readEnvironment } from '../../schema/readEnvironment.ts'
import { MissingKey } from '../broker/secrets/EngineKeys.ts'
import { rotateBrokerKey } from '../store/rotateBrokerKey.ts'
import { databaseUrl } from './databaseUrl.ts'
import { CommandFailure, UsageError } from './failures.ts'
import { parseOptions } from './options.ts'
import { BROKER_USAGE } from './usage.ts'

/** `broker rotate-key`: has the secrets of accounts at the broker opened by a new key pair. */
export async function broker(args: readonly string[]): Promise<string> {
  const [name, ...rest] = args
  if (name === '-h' || name === '--help') return BROKER_USAGE
  if (name !== 'rotate-key') throw new UsageError(name === undefined ? 'what to do is missing: rotate-key' : `there is no "broker ${name}"`)
  if (parseOptions(rest, { help: { type: 'boolean', short: 'h' } }).help) return BROKER_USAGE
  const url = databaseUrl(process.env)
  const read = readEnvironment(engineEnvironment.pick({ SAKHA_HOME: true }), process.env)
  if (!read.ok) throw new CommandFailure(read.error.join('\n'))
  try {
    const { number, secrets } = await rotateBrokerKey(url, path.resolve(read.value.SAKHA_HOME))
    return `Key ${number} opens all ${secrets} secrets. Older keys are retired; their files stay for backups.\n`
  } catch (error) {
    if (error instanceof MissingKey)
      throw new CommandFailure(`${error.message}. Nothing was retired: put the file back, and run this again.`)
    throw error
  }
}
