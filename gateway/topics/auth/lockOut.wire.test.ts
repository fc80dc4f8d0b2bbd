import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '../../../schema/time.ts'
import { mailedToken, mailsTo } from '../mail/testing/mailbox.ts'
import { attackGoesOn } from '../../testing/attackGoesOn.ts'
import { startTestGateway, type Answer, type TestGateway } from '../../testing/startTestGateway.ts'

const EMAIL = 'asha@example.com'
const PASSWORD = 'correct horse'
const RESET = 'Reset your password'

// Requests come from where their test says, as by a proxy.
let app: TestGateway
beforeEach(async () => {
  app = await startTestGateway({ trustedProxies: 1 })
})
afterEach(() => app.close())

interface From {
  readonly address: string
  readonly cookie?: string
}
const STRANGER = { address: '203.0.113.9' }
const OWNER = { address: '198.51.100.4' }

async function post(path: string, body: object, { address, cookie }: From): Promise<Answer> {
  const response = await fetch(`${app.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const login = (password: string, from: From) => post('login', { email: EMAIL, password }, from)
const forgot = (from: From) => post('forgot-password', { email: EMAIL }, from)
const cookieOf = ({ headers }: Answer) => /^sakha_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? ''
const statusOf = async (answer: Promise<Answer>) => (await answer).status
/** An account whose owner signed in on a laptop: the cookies of its browser. */
async function signUp(): Promise<{ address: string; cookie: string }> {
  const account = { name: 'Asha', email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD }
  return { ...OWNER, cookie: cookieOf(await post('signup', account, OWNER)) }
}
/** How many mails the owner has got once the gateway has done its work. */
async function resetMails(): Promise<number> {
  await app.idle()
  return (await mailsTo(app.home, EMAIL)).filter((mail) => mail.includes(RESET)).length
}
/** As if the last attempts had been so long ago. */
const later = (ms: number) => app.db.$executeRaw`UPDATE "FailedAttempts" SET "retryAt" = "retryAt" - ${ms} * interval '1 millisecond'`

test('item 5: five wrong passwords and five forgotten ones by a stranger: the owner signs in at once on a known device, and his own link arrives', async () => {
  const laptop = await signUp()
  for (let i = 0; i < 5; i++) expect(await statusOf(login('wrong', STRANGER))).toBe(401)
  for (let i = 0; i < 5; i++) expect(await statusOf(forgot(STRANGER))).toBe(200)
  await attackGoesOn(app.db)
  expect(await statusOf(login(PASSWORD, STRANGER))).toBe(429)
  expect(await statusOf(login(PASSWORD, laptop))).toBe(200)
  const before = await resetMails()
  expect(before).toBe(3)
  await forgot(laptop)
  expect(await resetMails()).toBe(before + 1)
  const link = await mailedToken(app.home, EMAIL, RESET)
  // What the stranger asks for now does not replace it.
  for (let i = 0; i < 5; i++) await forgot({ address: `203.0.113.${20 + i}` })
  expect(await statusOf(post('reset-password', { token: link, newPassword: 'tgbvfr and more' }, laptop))).toBe(200)
})

test('the mark of a device is in a cookie that scripts and other sites do not reach, and opens nothing by itself', async () => {
  const account = { name: 'Asha', email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD }
  const answer = await post('signup', account, OWNER)
  expect(answer.headers.get('set-cookie')).toMatch(
    /^sakha_device=[\w.-]{60,80}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect(await statusOf(login('wrong', { ...OWNER, cookie: cookieOf(answer) }))).toBe(401)
  const refused = await login('wrong', STRANGER)
  expect(refused.headers.get('set-cookie')).toBeNull()
  expect((await forgot(STRANGER)).headers.get('set-cookie')).toBeNull()
})

test('item 5: a stolen mark is good for no more guesses than a stranger has, and by GraphQL the counts are the same', async () => {
  const thief = await signUp()
  for (let i = 0; i < 5; i++) expect(await statusOf(login(`guess ${i}`, thief))).toBe(401)
  await attackGoesOn(app.db)
  expect(await statusOf(login(PASSWORD, thief))).toBe(429)
  // Guesses on the known device are not the strangers', who still have theirs.
  const answer = await app.graphql('mutation($input: LoginInput!) { login(input: $input) { token } }', {
    variables: { input: { email: EMAIL, password: PASSWORD } },
  })
  expect(answer.body).toMatchObject({ data: { login: { token: expect.any(String) } } })
  expect(cookieOf(answer)).not.toBe('')
  expect(cookieOf(answer)).not.toBe(thief.cookie)
})

test('a mark is of one account: a stranger’s own opens no other', async () => {
  await signUp()
  const mallory = { name: 'Mallory', email: 'mallory@example.com', password: PASSWORD, confirmPassword: PASSWORD }
  const cookie = cookieOf(await post('signup', mallory, STRANGER))
  for (let i = 0; i < 5; i++) await login('wrong', STRANGER)
  await attackGoesOn(app.db)
  expect(await statusOf(login(PASSWORD, { ...STRANGER, cookie }))).toBe(429)
})

test('a password that is reset makes strangers of all devices but the one that did it, which signs in at once', async () => {
  const laptop = await signUp()
  await forgot(OWNER)
  const link = await mailedToken(app.home, EMAIL, RESET)
  const newPassword = 'tgbvfr and more'
  const phone = {
    address: '198.51.100.7',
    cookie: cookieOf(await post('reset-password', { token: link, newPassword }, { address: '198.51.100.7' })),
  }
  for (let i = 0; i < 5; i++) await login('wrong', STRANGER)
  await attackGoesOn(app.db)
  expect(await statusOf(login(newPassword, laptop))).toBe(429)
  expect(await statusOf(login(newPassword, phone))).toBe(200)
})

test('one stranger does not use up what the owner has on a new device', async () => {
  await signUp()
  for (let i = 0; i < 10; i++) await forgot(STRANGER)
  expect(await resetMails()).toBe(3)
  await forgot({ address: '192.0.2.77' })
  expect(await resetMails()).toBe(4)
})

test('item 5: strangers of two hundred addresses bring about at most six mails an hour after the first five, and whoever asks has a link that works', async () => {
  await signUp()
  let asked = 0
  const everywhere = async () => {
    for (let i = 0; i < 10; i++) await forgot({ address: `203.0.113.${asked++ % 200}` })
  }
  await everywhere()
  expect(await resetMails()).toBe(5)
  for (let minutes = 10; minutes <= 60; minutes += 10) {
    await later(10 * MINUTE)
    await everywhere()
    expect(await resetMails()).toBe(5 + minutes / 10)
  }
  // The owner asks on a new device a moment before strangers bring about the next one: the link of ten minutes ago is still good.
  await app.db.oneTimeToken.updateMany({ data: { expiresAt: new Date(Date.now() + 20 * MINUTE) } })
  await forgot({ address: '192.0.2.77' })
  const link = await mailedToken(app.home, EMAIL, RESET)
  expect(await statusOf(post('reset-password', { token: link, newPassword: 'tgbvfr and more' }, OWNER))).toBe(200)
})

test('item 8: answers are the same with and without an account, whatever was asked before', async () => {
  await signUp()
  for (let i = 0; i < 5; i++) {
    const answers = []
    for (const email of [EMAIL, 'nobody@example.com']) {
      const { status, body, headers } = await post('forgot-password', { email }, STRANGER)
      answers.push({ status, body, cookie: headers.get('set-cookie') })
    }
    expect(answers[0]).toEqual(answers[1])
  }
})
