import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { secretsInHistory, secretsInTree } from '../secrets/scanRepository.ts'
import { askAdvisories, askSignatures, type Answer } from './askRegistry.ts'
import { installScriptFaults } from './installScripts.ts'
import { licenceFaults } from './licences.ts'
import { lockedPackages } from './lockfile.ts'

const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

/** What comes with the packages, and what must not go out with the sources: each check by its name. */
export const SUPPLY_CHAIN_CHECKS: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['licences of packages', async () => faults(licenceFaults(lockedPackages()))],
  [
    'install scripts of packages',
    async () =>
      faults(installScriptFaults(lockedPackages(), manifest.parse(JSON.parse(readFileSync('package.json', 'utf8'))).allowScripts)),
  ],
  ['secrets in the files', async () => faults(secretsInTree())],
  ['secrets in the history', async () => faults(secretsInHistory())],
  ['known holes in packages', askAdvisories],
  ['signatures of packages', askSignatures],
]

function faults(lines: readonly string[]): Answer {
  return lines.length > 0 ? { fault: lines.join('\n') } : null
}
