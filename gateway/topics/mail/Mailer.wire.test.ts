import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Background } from '../../kit/Background.ts'
import { eventually, startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'
import { greeting } from './greeting.ts'
import { Mailer } from './Mailer.ts'
import { startTestMailServer, type TestMailServer } from './testing/startTestMailServer.ts'

let server: TestMailServer
let app: TestGateway
beforeAll(async () => {
  server = await startTestMailServer()
  app = await startTestGateway({ smtpUrl: server.url })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

async function signup(name: string): Promise<string> {
  const body = { name, email: 'asha@example.com', password: 'correct horse', confirmPassword: 'correct horse' }
  const { body: answer } = await app.rest('POST', '/auth/signup', { body: { ...body, email: `${name.replace(/\W/g, '')}@example.com` } })
  return (answer as { data: { token: string } }).data.token
}

test('a sign-up mails its link to a real mail server, as text and as HTML, and the link confirms the address in its own session', async () => {
  const token = await signup('Asha')
  await eventually(() => server.mails.length).toBe(1)
  const mail = server.mails[0]!
  expect(mail).toMatch(/^From: Sakha <no-reply@sakha\.test>$/m)
  expect(mail).toMatch(/^To: Asha@example\.com$/im)
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
  const link = /https:\/\/sakha\.test\/verify-email#token=([\w-]{43})/.exec(mail)?.[1]
  expect((await app.rest('POST', '/auth/verify-email', { body: { token: link }, token })).status).toBe(200)
  expect((await app.rest('GET', '/user/profile', { token })).body).toMatchObject({ data: { emailVerified: true } })
})

test('item 9: a forged Host header has no say in the link', async () => {
  await fetch(`${app.url}/api/auth/forgot-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    body: JSON.stringify({ email: 'asha@example.com' }),
  })
  await eventually(() => server.mails.at(-1)).toContain('Subject: Reset your password')
  expect(server.mails.at(-1)).toContain('https://sakha.test/reset-password#token=')
  expect(server.mails.at(-1)).not.toContain('evil.example')
})

test('a name in a mail is letters only: neither markup, nor a link, nor a number of a stranger’s', async () => {
  await signup('<img src=x onerror=alert(1)> win at http://evil.example/9 or t.co, call 0800')
  await eventually(() => server.mails.at(-1)).toContain('Hello img src x onerror alert win at http evil,')
  expect(server.mails.at(-1)!.split('Hello').slice(1).join()).not.toMatch(/<img|evil\.|0800|t\.co/)
})

test.each([
  ['Asha Rao', 'Hello Asha Rao,'],
  ['A.P.J. Abdul Kalam', 'Hello A.P.J. Abdul Kalam,'],
  ["Siobhán O'Brien-Iyer", "Hello Siobhán O'Brien-Iyer,"],
  ['आशा राव', 'Hello आशा राव,'],
  ['evil.भारत', 'Hello evil भारत,'],
  ['x'.repeat(90), `Hello ${'x'.repeat(40)},`],
  ['http://198.51.100.7/', 'Hello http,'],
  ['0800-1234', 'Hello,'],
])('%s is greeted with %s', (name, text) => {
  expect(greeting(name)).toBe(text)
})

test('a server that does not take a mail at first gets it again', async () => {
  server.refuse(1)
  const before = server.mails.length
  await signup('Ravi')
  await eventually(() => server.mails.length).toBe(before + 1)
  expect(server.mails.at(-1)).toContain('Hello Ravi,')
})

test('a mail server on another machine that takes no STARTTLS gets nothing, and the log says so at the start; with SMTP_PLAINTEXT it does', async () => {
  const plain = await startTestMailServer({ host: '127.0.0.2' })
  const mailer = (plaintext: boolean) => {
    const logged: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
    const settings = { smtpUrl: plain.url, plaintext, from: 'Sakha <no-reply@sakha.test>', folder: app.home }
    return { logged, mailer: new Mailer(settings, new Background(log), log) }
  }
  const letter = { to: 'asha@example.com', accountId: null, subject: 'Reset your password', paragraphs: ['secret'], link: null }
  try {
    const careful = mailer(false)
    careful.mailer.check()
    await eventually(() => careful.logged.join()).toContain('The mail server does not encrypt, so no mail is sent by it. Use smtps://')
    await expect(careful.mailer.send(letter, 'a')).rejects.toThrow('SMTP_PLAINTEXT=yes')
    expect(plain.mails).toEqual([])
    await careful.mailer.close()
    const told = mailer(true)
    told.mailer.check()
    await told.mailer.send(letter, 'b')
    await told.mailer.close()
    expect([plain.mails.length, told.logged]).toEqual([1, []])
  } finally {
    await plain.close()
  }
})
