import type { Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { insertTraded } from './insertTraded.ts'
import { startProduct, type Product, type Tokens } from './startProduct.ts'

export const VIEWPORTS = { 'a desk': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } } as const
export type Place = keyof typeof VIEWPORTS

const people = {
  /** Has never traded. */
  newcomer: { name: 'Nila Das', email: 'nila@example.com' },
  /** Has traded what insertTraded.ts says. */
  trader: { name: 'Tara Bose', email: 'tara@example.com' },
} as const
export type Person = keyof typeof people
export const PASSWORD = 'kite-river-42'

/** The screens of one product, looked at by two people. */
export interface Screens {
  readonly product: Product
  /** A page on this path, signed in as one of them, in a browser profile of its own; `before` is done to it first. */
  open(person: Person, place: Place, path: string, before?: (page: Page) => Promise<void>): Promise<Page>
}

/** What a walk through the states of one screen works with. */
export interface Walk {
  readonly place: Place
  /** Whether tables are tables here, and not cards. */
  readonly wide: boolean
  /** Once the product has been started. */
  screens(): Screens
}

const signedUp = z.object({ data: z.object({ user: z.object({ id: z.string() }), token: z.string(), refreshToken: z.string() }) })

/** Starts the product with its two people in it. For browser tests only. */
export async function openScreens(): Promise<Screens> {
  const product = await startProduct({ SANDBOX_START: '2026-12-28' })
  const tokens = new Map<Person, Tokens>()
  for (const person of ['newcomer', 'trader'] as const) {
    const response = await fetch(`${product.address}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...people[person], password: PASSWORD, confirmPassword: PASSWORD }),
    })
    const { user, ...given } = signedUp.parse(await response.json()).data
    tokens.set(person, given)
    if (person === 'trader') await insertTraded(product.db, user.id)
  }
  return {
    product,
    async open(person, place, path, before) {
      const given = tokens.get(person)
      const { page } = await product.openPage(
        await product.openProfile({ viewport: VIEWPORTS[place], ...(given ? { tokens: given } : {}) }),
      )
      await before?.(page)
      await page.goto(product.address + path)
      return page
    },
  }
}

/** Resolves once every one of these texts, to the letter, is in sight. */
export async function seeTexts(where: Page | Locator, texts: readonly string[]): Promise<void> {
  for (const text of texts) await where.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
}

/** How many places are held for what is on its way. */
export const skeletons = (page: Page): Promise<number> => page.locator('main div[aria-hidden="true"]:empty').count()

/** By how many pixels the page is wider than the screen. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
