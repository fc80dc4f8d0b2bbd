import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type Page, type ViewportSize } from 'playwright-core'
import { SHORT_LIFE } from '../../engine/testing/programOf.ts'
import { openDatabase, type Database } from '../../prisma/client.ts'
import { createTestDatabase } from '../../prisma/testing/createTestDatabase.ts'
import { Launcher } from '../../scripts/launch/Launcher.ts'
import { freePort } from '../../scripts/processes/freePort.ts'

export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Elements have the role and the name that assistive technology reads.
  '--enable-blink-features=ComputedAccessibilityInfo',
]

/** The answer to a sign-in. */
export interface Tokens {
  readonly token: string
  readonly refreshToken: string
}

/** The running product and a browser to look at it with. */
export interface Product {
  /** `http://127.0.0.1:…` */
  readonly address: string
  readonly db: Database
  /** Of the database's superuser, who may fill tables past their triggers. */
  readonly superuserUrl: string
  readonly databaseUrl: string
  /** Of its sandbox, the broker. */
  readonly sandboxUrl: string
  /** Its data folder. */
  readonly home: string
  /**
   * A page in a browser profile of its own, or in `context`, that notes uncaught errors, error messages and requests that
   * leave this machine in `faults`.
   */
  openPage(context?: BrowserContext): Promise<{ readonly page: Page; readonly faults: string[] }>
  /**
   * A browser profile of its own, signed in with these tokens when they are given. It asks for less motion unless it `moves`: without a
   * graphics card a dot that breathes takes a tenth of a core to draw.
   */
  openProfile(options: { readonly viewport: ViewportSize; readonly tokens?: Tokens; readonly moves?: boolean }): Promise<BrowserContext>
  /** Closes all of them, with their pages: one that is left over computes beside whatever comes next. */
  closeProfiles(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts everything, compiled, on free ports and its own database, with these settings; first `fill` fills the database, given its
 * superuser's address. For browser tests only.
 */
export async function startProduct(
  settings: Readonly<Record<string, string>>,
  fill?: (db: Database, superuserUrl: string) => Promise<void>,
): Promise<Product> {
  const executablePath = process.env['CHROMIUM_PATH']
  if (!executablePath) throw new Error('No browser: run this test through npm test, which finds or installs one')
  const home = mkdtempSync(path.join(tmpdir(), 'sakha-browser-'))
  const database = await createTestDatabase()
  if (fill) await filledBy(database.superuserUrl, (db) => fill(db, database.superuserUrl))
  const before = new Map(Object.keys(settings).map((name) => [name, process.env[name]]))
  Object.assign(process.env, settings)
  const port = await freePort()
  const ports = { enginePort: await freePort(), sandboxPort: await freePort(), databasePort: await freePort() }
  const launcher = new Launcher(
    { port, host: '127.0.0.1', ...ports, databaseUrl: database.url, migrationUrl: database.ownerUrl, home },
    {
      prepare: null,
      sandbox: [SHORT_LIFE, 'dist/engine/sandbox/main.js'],
      engine: [SHORT_LIFE, 'dist/engine/main.js'],
      gateway: [SHORT_LIFE, 'dist/gateway/main.js'],
      web: null,
      reset: false,
      verbose: false,
      // Otherwise three years would be synthesised for each of them, and the agent would learn from them beside the browser.
      pastSessions: 8,
    },
  )
  await launcher.start()
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS })
  const address = `http://127.0.0.1:${port}`
  const openProfile: Product['openProfile'] = ({ viewport, tokens, moves = false }) => {
    const shown = { viewport, serviceWorkers: 'block' as const, reducedMotion: moves ? ('no-preference' as const) : ('reduce' as const) }
    if (!tokens) return browser.newContext(shown)
    const localStorage = [
      { name: 'auth_token', value: tokens.token },
      { name: 'refresh_token', value: tokens.refreshToken },
    ]
    return browser.newContext({ ...shown, storageState: { cookies: [], origins: [{ origin: address, localStorage }] } })
  }
  return {
    address,
    db: database.db,
    superuserUrl: database.superuserUrl,
    databaseUrl: database.url,
    sandboxUrl: `http://127.0.0.1:${ports.sandboxPort}`,
    home,
    openProfile,
    async openPage(context) {
      const profile = context ?? (await openProfile({ viewport: { width: 1440, height: 900 } }))
      const page = await profile.newPage()
      page.setDefaultTimeout(90_000)
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url())
        if (protocol.startsWith('http') && hostname !== '127.0.0.1') faults.push(`asked ${hostname}`)
      })
      return { page, faults }
    },
    async closeProfiles() {
      for (const context of browser.contexts()) await context.close()
    },
    async stop() {
      await browser.close()
      await launcher.stop()
      await database.drop()
      rmSync(home, { recursive: true, force: true })
      for (const [name, value] of before) {
        if (value === undefined) Reflect.deleteProperty(process.env, name)
        else process.env[name] = value
      }
    },
  }
}

/** Fills a database as its superuser; resolves with the result of `fill`. */
export async function filledBy<T>(superuserUrl: string, fill: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(superuserUrl, 'test', 1)
  try {
    return await fill(db)
  } finally {
    await db.$disconnect()
  }
}
