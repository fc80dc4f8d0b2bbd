import type { Finding } from '../../engine/broker/doctor/Finding.ts'
import { examineDatabase } from './examineDatabase.ts'
import { examineMachine } from './examineMachine.ts'
import { examineUpkeep } from './examineUpkeep.ts'
import { examineServers } from './examineServers.ts'
import { readInstallation } from './readInstallation.ts'

/** Everything an installation needs, looked at from this machine, read-only: each part on its own, so that one that is missing hides no other. */
export async function examineInstallation(env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const installation = readInstallation(env)
  const [machine, database, servers] = await Promise.all([
    examineMachine(installation.home),
    examineDatabase(installation.databaseUrl),
    examineServers(installation),
  ])
  const hasTables = database.some(({ subject, state }) => subject === 'schema' && state === 'ok')
  const upkeep = hasTables && installation.databaseUrl !== null ? await examineUpkeep(installation.databaseUrl, installation.broker) : []
  return [...machine, ...installation.findings, ...database, ...upkeep, ...servers]
}

/** The findings as a table, and their count. */
export function printFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const lines = findings.map(({ subject, state, text }) => `${state.padEnd(4)}  ${subject.padEnd(width)}  ${text}\n`)
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length
  return `${lines.join('')}${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed.\n`
}
