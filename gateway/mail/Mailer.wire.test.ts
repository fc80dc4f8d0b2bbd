import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, startTestGateway, type TestGateway } from '../server/testGateway.ts'
import { startTestMailServer, type TestMailServer } from './testMailServer.ts'

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

test('a sign-up mails its link to a real mail server, as text and as HTML, and the link confirms the address', async () => {
  const token = await signup('Asha')
  await eventually(() => server.mails.length).toBe(1)
  const mail = server.mails[0]!
  expect(mail).toMatch(/^From: Sakha <no-reply@sakha\.test>$/m)
  expect(mail).toMatch(/^To: Asha@example\.com$/im)
  expect(mail).toContain('Content-Type: text/plain')
  expect(mail).toContain('Content-Type: text/html')
  const link = /https:\/\/sakha\.test\/verify-email#token=([\w-]{43})/.exec(mail)?.[1]
  expect((await app.rest('POST', '/auth/verify-email', { body: { token: link } })).status).toBe(200)
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

test('a name is shown, not run: neither as a header nor as markup', async () => {
  await signup('<img src=x onerror=alert(1)>')
  await eventually(() => server.mails.at(-1)).toContain('&lt;img src')
  const [, , html = ''] = server.mails.at(-1)!.split(/^Content-Type: text\//m)
  expect(html).toContain('Hello &lt;img')
  expect(html).not.toContain('<img')
})

test('a server that does not take a mail at first gets it again', async () => {
  server.refuse(1)
  const before = server.mails.length
  await signup('Ravi')
  await eventually(() => server.mails.length).toBe(before + 1)
  expect(server.mails.at(-1)).toContain('Hello Ravi,')
})
