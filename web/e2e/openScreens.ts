import type { Page } from 'playwright-core'
import { SignupDocument } from '../lib/session/generated/graphql.ts'
import { askProduct } from './askProduct.ts'
import { insertTraded } from './insertTraded.ts'
import { makeAdmin } from './makeAdmin.ts'
import { startProduct, type Product, type Tokens } from './startProduct.ts'

export const VIEWPORTS = { 'a desk': { width: 1440, height: 900 }, 'a phone': { width: 390, height: 844 } } as const
export type Place = keyof typeof VIEWPORTS

const people = {
  /** Has never traded. */
  newcomer: { name: 'Nila Das', email: 'nila@example.com' },
  /** Has the trades of insertTraded.ts. */
  trader: { name: 'Tara Bose', email: 'tara@example.com' },
  /** Has closed a trade when the notifications are walked. */
  reader: { name: 'Ravi Sen', email: 'ravi@example.com' },
  /** May write strategies; has never traded. */
  admin: { name: 'Asha Rao', email: 'asha@example.com' },
} as const
export type Person = keyof typeof people
const PEOPLE: readonly Person[] = ['newcomer', 'trader', 'reader', 'admin']
export const PASSWORD = 'kite-river-42'

/** One product's screens, as different users see them. */
export interface Screens {
  readonly product: Product
  userId(person: Person): string
  tokens(person: Person): Tokens
  /** A page on this path, signed in as one of them, in a browser profile of its own; `before` is done to it first. */
  open(person: Person, place: Place, path: string, before?: (page: Page) => Promise<void>): Promise<Page>
}

/** The inputs of a walk through the states of one screen. */
export interface Walk {
  readonly place: Place
  /** Whether tables are tables here, and not cards. */
  readonly wide: boolean
  /** Once the product has been started. */
  screens(): Screens
}

type SignedUp = Tokens & { readonly user: { readonly id: string } }

/** Starts the product with its people in it. For browser tests only. */
export async function openScreens(): Promise<Screens> {
  const product = await startProduct({ SANDBOX_START: '2026-12-28' })
  const sessions = new Map<Person, SignedUp>()
  for (const person of PEOPLE) {
    const input = { ...people[person], password: PASSWORD, confirmPassword: PASSWORD }
    sessions.set(person, await askProduct(product.address, SignupDocument, { input }))
  }
  const sessionOf = (person: Person) => {
    const session = sessions.get(person)
    if (!session) throw new Error(`${person} has not signed up`)
    return session
  }
  await insertTraded(product.db, sessionOf('trader').user.id)
  await makeAdmin(product, sessionOf('admin').user.id, sessionOf('admin'))
  return {
    product,
    userId: (person) => sessionOf(person).user.id,
    tokens: sessionOf,
    async open(person, place, path, before) {
      const { token, refreshToken } = sessionOf(person)
      const profile = await product.openProfile({ viewport: VIEWPORTS[place], tokens: { token, refreshToken } })
      const { page } = await product.openPage(profile)
      await before?.(page)
      await page.goto(product.address + path)
      return page
    },
  }
}
