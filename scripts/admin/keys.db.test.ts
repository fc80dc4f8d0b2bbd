import { createCipheriv, randomBytes } from 'node:crypto'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { TOTP, type Secret } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CommandFailure, UsageError } from '../../engine/cli/failures.ts'
import { webhookOwner } from '../../gateway/topics/notifications/Couriers.ts'
import { AUDIT_LOG } from '../../gateway/topics/audit/AuditReader.ts'
import { keyFolder, makeKey } from '../../gateway/security/keyFiles.ts'
import { hashPassword } from '../../gateway/security/passwords.ts'
import { Sealer } from '../../gateway/security/Sealer.ts'
import { resealSecrets, SEALED_COLUMNS, shutSecrets } from '../../gateway/app/sealedSecrets.ts'
import { SealingKeys } from '../../gateway/security/SealingKeys.ts'
import { startTestGateway, type TestGateway } from '../../gateway/testing/startTestGateway.ts'
import { SecondFactor } from '../../gateway/topics/twoFactor/SecondFactor.ts'
import { MINUTE } from '../../schema/time.ts'
import { keysCommand } from './keys.ts'

const PASSWORD = 'correct horse'
const OWNERS = 10

let app: TestGateway
beforeAll(async () => {
  // Each owner signs in from an address of their own.
  app = await startTestGateway({ trustedProxies: 1 })
})
afterAll(() => app.close())

interface Owner {
  readonly id: string
  readonly email: string
  readonly secret: Secret
  readonly token: string
}

/** Somebody with an authenticator and a webhook. */
async function owner(name: string, passwordHash: string, factor: SecondFactor): Promise<Owner> {
  const { id, token } = await app.user(name)
  const email = `${name.toLowerCase()}@example.com`
  await app.db.user.update({ where: { id }, data: { passwordHash, twoFactorAt: new Date() } })
  const { secret } = await app.db.$transaction((tx) => factor.enrol(tx, id, email))
  await setWebhook(token, 'https://example.com/hook')
  return { id, email, secret, token }
}

async function setWebhook(token: string, webhookUrl: string): Promise<void> {
  expect((await app.rest('PUT', '/notifications/settings', { body: { webhookUrl }, token })).status).toBe(200)
}

/** Signs in with the code of a step; returns the status of the second step. */
async function signIn({ email, secret }: Owner, address: string, step: number): Promise<number> {
  const post = (path: string, body: object) =>
    fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
  const { data } = (await (await post('/auth/login', { email, password: PASSWORD })).json()) as { data: { challenge: string } }
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + step * 30_000 })
  return (await post('/auth/second-factor', { challenge: data.challenge, code })).status
}

const sealed = async () => [
  ...(await app.db.twoFactor.findMany()).map(({ sealedSecret }) => sealedSecret),
  ...(await app.db.notificationSettings.findMany()).flatMap(({ sealedWebhookSecret }) => sealedWebhookSecret ?? []),
]
/** Where the nonce of data with a key's number is. */
const nonceOf = (blob: Uint8Array) => Buffer.from(blob.subarray(8, 20)).toString('hex')

test('item 34: keys are rotated while people sign in with codes; nobody is refused, and without the old key everything opens', async () => {
  const { sealedPrivateKey } = await app.db.auditKey.findUniqueOrThrow({ where: { id: 1 } })
  const auditSecret = await new Sealer(await SealingKeys.load(app.home)).open(sealedPrivateKey, AUDIT_LOG)
  await rm(keyFolder(app.home) + '/sealing-1.json')
  const unnumbered = await makeKey(app.home, 'sealing')
  const keys = await SealingKeys.load(app.home)
  const sealer = new Sealer(keys)
  const factor = new SecondFactor(sealer)
  await app.db.auditKey.update({ where: { id: 1 }, data: { sealedPrivateKey: await sealer.seal(auditSecret, AUDIT_LOG) } })
  const passwordHash = await hashPassword(PASSWORD)
  const owners = await Promise.all(Array.from({ length: OWNERS }, (_, i) => owner(`Owner${i}`, passwordHash, factor)))
  // One is from before keys had numbers.
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', unnumbered.key, nonce).setAAD(Buffer.from(owners[0]!.id))
  const old = Buffer.concat([nonce, cipher.update(owners[0]!.secret.bytes), cipher.final(), cipher.getAuthTag()])
  await app.db.twoFactor.update({ where: { userId: owners[0]!.id }, data: { sealedSecret: new Uint8Array(old) } })

  const nonces = new Set((await sealed()).slice(1).map(nonceOf))
  const seen = { signIns: 0, refused: 0 }
  const signingIn = Promise.all(
    owners.map(async (one, i) => {
      // Not the step before this one: where the clock goes on before the code arrives, it is too old.
      for (const [round, step] of [0, 1, 0].entries()) {
        if (round === 2) await app.db.twoFactor.update({ where: { userId: one.id }, data: { lastStep: 0 } })
        const status = await signIn(one, `10.0.0.${i}`, step)
        seen.signIns++
        if (status !== 200) seen.refused++
        await setWebhook(one.token, `https://example.com/hook/${round}`)
      }
    }),
  )
  for (const number of [1, 2, 3])
    expect(await keysCommand(app.db, app.home, ['rotate'])).toMatch(
      new RegExp(`^Key ${number} seals from now on; secrets sealed anew: \\d+`),
    )
  await signingIn
  expect(seen).toEqual({ signIns: 3 * OWNERS, refused: 0 })

  await expect(keysCommand(app.db, app.home, ['retire'])).rejects.toThrow(/^Key 3 is new: .* Try again in \d+ seconds\.$/)
  expect(await keysCommand(app.db, app.home, ['retire'], Date.now() + 2 * MINUTE)).toMatch(/^Removed: key 0, 1, 2; /)
  expect((await readdir(keyFolder(app.home))).filter((file) => file.startsWith('sealing'))).toEqual(['sealing-3.json'])
  expect(await shutSecrets(app.db, new Sealer(await SealingKeys.load(app.home)))).toEqual([])
  const now = await sealed()
  expect(now).toHaveLength(2 * OWNERS)
  for (const blob of now) nonces.add(nonceOf(blob))
  expect(nonces.size).toBe(2 * OWNERS - 1 + now.length)
  expect(await keysCommand(app.db, app.home, ['show'])).toMatch(/^key 3, made \S+: 21 secrets, seals$/)
  await app.db.twoFactor.updateMany({ data: { lastStep: 0 } })
  expect(await signIn(owners[0]!, '10.0.1.0', 0)).toBe(200)
})

test('a secret that does not open, as in the wrong folder, stops a rotation before anything is changed', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'sakha-keys-'))
  try {
    await expect(keysCommand(app.db, elsewhere, ['rotate'])).rejects.toBeInstanceOf(CommandFailure)
    await SealingKeys.load(elsewhere)
    const before = await sealed()
    await expect(keysCommand(app.db, elsewhere, ['rotate'])).rejects.toThrow(
      /^Secrets that do not open .*: 21, first the authenticator of /,
    )
    expect(await sealed()).toEqual(before)
    expect(await readdir(keyFolder(elsewhere))).toEqual(['sealing-1.json'])
  } finally {
    await rm(elsewhere, { recursive: true })
  }
})

test.runIf(process.getuid?.() === 0)('a system user who is not the gateways’ makes no key they could not read', async () => {
  const elsewhere = await mkdtemp(path.join(tmpdir(), 'sakha-keys-'))
  try {
    await SealingKeys.load(elsewhere)
    await chown(keyFolder(elsewhere), 12_345, 12_345)
    await expect(keysCommand(app.db, elsewhere, ['rotate'])).rejects.toThrow(/belongs to the system user 12345, and you are 0\./)
  } finally {
    await rm(elsewhere, { recursive: true })
  }
})

test('what its owner changes at the same moment stays as the owner changed it', async () => {
  const { userId } = await app.db.notificationSettings.findFirstOrThrow()
  const keys = await SealingKeys.load(app.home)
  const sealer = new Sealer(keys)
  const theirs = await sealer.seal(Buffer.from('whsec_new'), webhookOwner(userId))
  const open = sealer.open.bind(sealer)
  // Between the reading of a page and its writing.
  sealer.open = async (blob, of) => {
    if (of === webhookOwner(userId)) await app.db.notificationSettings.update({ where: { userId }, data: { sealedWebhookSecret: theirs } })
    return open(blob, of)
  }
  expect(await resealSecrets(app.db, sealer, await keys.rotate())).toBe(2 * OWNERS)
  const row = await app.db.notificationSettings.findUniqueOrThrow({ where: { userId } })
  expect(Buffer.from(await open(row.sealedWebhookSecret!, webhookOwner(userId))).toString()).toBe('whsec_new')
})

test('every column of sealed secrets is among those that are sealed anew', async () => {
  const columns = await app.db.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name ~ '^sealed[A-Z]'
      -- Sealed for the engine, with its own keys, and emptied within minutes.
      AND table_name <> 'BrokerCommand'`
  expect(columns.map(({ name }) => name).toSorted()).toEqual(SEALED_COLUMNS.map(({ column }) => column).toSorted())
})

test.each([[[]], [['rotat']], [['rotate', 'now']]])('%j is no order', async (args) => {
  await expect(keysCommand(app.db, app.home, args)).rejects.toBeInstanceOf(UsageError)
})
