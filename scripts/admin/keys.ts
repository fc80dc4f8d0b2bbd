import { stat } from 'node:fs/promises'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { keyFolder } from '../../gateway/security/keyFiles.ts'
import { Sealer } from '../../gateway/security/Sealer.ts'
import { countSealedSecrets, resealSecrets, shutSecrets } from '../../gateway/app/sealedSecrets.ts'
import { SealingKeys } from '../../gateway/security/SealingKeys.ts'
import type { Database } from '../../prisma/client.ts'
import { MINUTE, SECOND, type Instant } from '../../schema/time.ts'

/** What a gateway has begun to seal with the old key is written by then, and every machine that shares the folder sees the new file. */
const SETTLES_MS = MINUTE

/**
 * `npm run admin -- keys show|rotate|retire`: the keys that the seeds of authenticators and the secrets of channels are sealed with.
 * Everything may run meanwhile. Returns what to print. Throws UsageError, or CommandFailure: then nothing was changed.
 */
export async function keysCommand(
  db: Database,
  home: string,
  [verb, ...rest]: readonly string[],
  now: Instant = Date.now(),
): Promise<string> {
  if (rest.length > 0 || (verb !== 'show' && verb !== 'rotate' && verb !== 'retire'))
    throw new UsageError('"keys show", "keys rotate" or "keys retire" is expected.')
  const keys = await SealingKeys.open(home)
  if (keys.all.length === 0)
    throw new CommandFailure(`There is no sealing key in ${keyFolder(home)}. Set SAKHA_HOME to the data folder of the gateways.`)
  if (verb === 'show') return show(db, keys)
  await refuseStrangers(home)
  const sealer = new Sealer(keys)
  await refuseShut(db, sealer, home)
  return verb === 'rotate' ? rotate(db, keys, sealer) : retire(db, keys, sealer, now)
}

async function show(db: Database, keys: SealingKeys): Promise<string> {
  const counts = await countSealedSecrets(db)
  const newest = keys.all.at(-1)?.number
  return keys.all
    .map(({ number, madeAt }) => {
      const use = `${counts.get(number) ?? 0} secrets${number === newest ? ', seals' : ''}`
      return `key ${number}, made ${new Date(madeAt).toISOString()}: ${use}`
    })
    .join('\n')
}

async function rotate(db: Database, keys: SealingKeys, sealer: Sealer): Promise<string> {
  const number = await keys.rotate()
  const resealed = await resealSecrets(db, sealer, number)
  return `Key ${number} seals from now on; secrets sealed anew: ${resealed}. In a minute, "keys retire" removes the key before.`
}

async function retire(db: Database, keys: SealingKeys, sealer: Sealer, now: Instant): Promise<string> {
  const { number, madeAt } = await keys.newest()
  const old = keys.all.filter((key) => key.number !== number)
  if (old.length === 0) throw new CommandFailure(`Key ${number} is the only one. Make the next one first, with "keys rotate".`)
  const left = Math.ceil((madeAt + SETTLES_MS - now) / SECOND)
  if (left > 0)
    throw new CommandFailure(`Key ${number} is new: something may still be sealed with the one before. Try again in ${left} seconds.`)
  const resealed = await resealSecrets(db, sealer, number)
  const others = [...(await countSealedSecrets(db))].filter(([used]) => used !== number)
  if (others.length > 0)
    throw new CommandFailure('Secrets are still being sealed with an older key: restart the gateways that do not see the new one.')
  for (const key of old) await keys.remove(key.number)
  const removed = old.map((key) => key.number).join(', ')
  return `Removed: key ${removed}; secrets sealed anew before: ${resealed}. A backup of the database from before needs it: keep it with that backup, or not at all.`
}

/** Only its maker can read a key: one of another system user would lock the gateways out. */
async function refuseStrangers(home: string): Promise<void> {
  const { uid } = await stat(keyFolder(home))
  const mine = process.getuid?.() ?? uid
  if (mine !== uid)
    throw new CommandFailure(`${keyFolder(home)} belongs to the system user ${uid}, and you are ${mine}. Run this as the gateways' user.`)
}

/** A rotation in the wrong folder, or over damaged rows, would end with secrets that nobody can open. */
async function refuseShut(db: Database, sealer: Sealer, home: string): Promise<void> {
  const shut = await shutSecrets(db, sealer)
  if (shut.length === 0) return
  throw new CommandFailure(
    `Secrets that do not open with the keys in ${keyFolder(home)}: ${shut.length}, first ${shut[0]}. Set SAKHA_HOME to the data folder of the gateways. Nothing was changed.`,
  )
}
