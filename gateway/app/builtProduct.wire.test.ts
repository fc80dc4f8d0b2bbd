import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../prisma/seed.ts'
import { isScreen } from '../../schema/screens.ts'
import { findSecrets } from '../../scripts/secrets/findSecrets.ts'
import { CRAWLER_PATHS } from '../testing/crawlerPaths.ts'
import { startTestGateway, type TestGateway } from '../testing/startTestGateway.ts'

const DIST = path.resolve(import.meta.dirname, '../../dist')

const filesBelow = (folder: string) =>
  readdirSync(path.join(DIST, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(DIST, path.join(entry.parentPath, entry.name)))

// npm test builds everything first.
describe.runIf(process.env['SAKHA_TEST_COMPILED'])('the built product', () => {
  let app: TestGateway
  beforeAll(async () => {
    app = await startTestGateway({ webRoot: path.join(DIST, 'web') })
  })
  afterAll(() => app.close())

  it('item 51: has a 404 for everything that crawlers look for, and says nothing of what lies there', async () => {
    expect(new Set(CRAWLER_PATHS).size).toBe(CRAWLER_PATHS.length)
    // Screens are for everybody to load, and ask the server for what they show.
    const targets = CRAWLER_PATHS.filter((target) => !isScreen(target))
    expect(targets.length).toBeGreaterThan(200)
    const answers = await Promise.all(
      targets.map(async (target) => {
        const response = await fetch(app.url + target)
        const text = await response.text()
        // The envelope, or the page of the web with its own "not found".
        const isOurs = text.includes('"code":"NOT_FOUND"') || text.includes('<div id="root">')
        return { target, status: response.status, isOurs }
      }),
    )
    expect(answers.filter(({ status, isOurs }) => status !== 404 || !isOurs)).toEqual([])
    expect((await fetch(`${app.url}/..%5c..%5cpackage.json`)).status).toBe(404)
  })

  it('item 52: shows no console for GraphQL, whoever asks in whatever way', async () => {
    const asking = { headers: { accept: 'text/html', 'apollo-require-preflight': '1' } }
    for (const target of ['/graphql', '/graphql?query={__typename}', '/graphql?explorerURLState=x']) {
      const response = await fetch(app.url + target, asking)
      expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('"code":"NOT_FOUND"')])
    }
  })

  it('item 52: the playground is a page of its own: no other page names one of its files or brings what it is made of', () => {
    const own = filesBelow('web').filter((file) => file.includes('playground'))
    expect(own.length).toBeGreaterThan(2)
    const others = filesBelow('web').filter((file) => !file.includes('playground') && /\.(js|css|html)$/.test(file))
    for (const file of others)
      expect(readFileSync(path.join(DIST, file), 'utf8'), file).not.toMatch(/assets\/playground|playground\.html|graphiql|CodeMirror/i)
  })

  it('item 26: the web asks by ids, all of which the gateway knows, and has no text of what signs in', async () => {
    const scripts = filesBelow('web')
      .filter((file) => /^web\/assets\/[^/]+\.js$/.test(file))
      .map((file) => readFileSync(path.join(DIST, file), 'utf8'))
    const known = Object.keys(JSON.parse(readFileSync(path.join(DIST, 'web/documents.json'), 'utf8')) as object)
    const asked = scripts.flatMap((script) => [...script.matchAll(/documentId:[`'"]([\w-]{12})[`'"]/g)].map(([, id]) => id!))
    expect(new Set(asked).size).toBeGreaterThan(100)
    expect(asked.filter((id) => !known.includes(id))).toEqual([])
    const [, login] = /Login:([\w-]{12})/.exec(scripts.join('\n')) ?? []
    expect(known).toContain(login)
    expect(scripts.filter((script) => script.includes('mutation Login'))).toEqual([])
    const body = JSON.stringify({
      extensions: { documentId: login },
      variables: { input: { email: 'nobody@example.com', password: 'wrong' } },
    })
    const answer = await fetch(`${app.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] })
  })

  it('item 51: the web is served without source maps, and nothing names one', () => {
    const files = filesBelow('web')
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => !/\.(js|css|html|txt|svg|png|ico|webmanifest|json|woff2|br|gz)$/.test(file))).toEqual([])
    for (const file of files.filter((name) => /\.(js|css|html)$/.test(name)))
      expect(readFileSync(path.join(DIST, file), 'utf8'), file).not.toMatch(/sourceMappingURL/)
  })

  it('item 52: contains no test, no test account, no secret, and no broker but the specified one and paper', () => {
    const files = ['engine', 'gateway', 'prisma', 'schema'].flatMap(filesBelow)
    expect(files.length).toBeGreaterThan(200)
    // A file of an earlier build may lie there still: what counts is what this one compiles.
    const isTest = (file: string) => /(^|\/)test[A-Z]|\.test\.|\/testing\//.test(file)
    expect(files.filter(isTest)).toEqual([])
    expect(files.filter((file) => /mock|fake|stub|dummy|debug/i.test(path.basename(file)))).toEqual([])
    const brokers = readdirSync(path.join(DIST, 'engine/broker'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    // Beside the brokers: people's accounts there, what looks at them, and the keys of their secrets.
    expect(brokers.map(({ name }) => name).sort()).toEqual(['accounts', 'doctor', 'paper', 'secrets', 'smartapi'])
    for (const file of [...files, ...filesBelow('web')].filter((name) => /\.(js|html)$/.test(name))) {
      const text = readFileSync(path.join(DIST, file), 'utf8')
      expect(findSecrets(text), file).toEqual([])
      expect(text, file).not.toMatch(/kite-river|only-for-this-test|correct horse/)
    }
  })

  it('item 52: begins with no account: nobody can sign in to a new installation with a password that others know', async () => {
    await seed(app.databaseUrl)
    expect([await app.db.strategy.count(), await app.db.user.count(), await app.db.session.count()]).toEqual([expect.any(Number), 0, 0])
    for (const email of ['admin', 'admin@sakha.local', 'admin@example.com', 'demo@example.com', 'test@test.com'])
      for (const password of ['admin', 'password', 'sakha', 'changeme', 'demo']) {
        const { status } = await app.rest('POST', '/auth/login', { body: { email, password } })
        expect([400, 401, 429]).toContain(status)
      }
  })
})
