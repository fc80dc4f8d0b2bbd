import { readFileSync } from 'node:fs'
import path from 'node:path'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ControlCommand } from '../../engine/sandbox/control/controlRoutes.ts'
import type { LedgerEntry } from '../../engine/sandbox/orders/LedgerEntry.ts'
import type { SandboxOrder } from '../../engine/sandbox/orders/Order.ts'
import type { Product } from './startProduct.ts'

/** Of the sandbox of a browser test. */
export const CONTROL_SECRET = 'only-for-this-browser-test'

/** What signs in to the sandbox. */
export interface Signer {
  readonly clientCode: string
  readonly pin: string
  readonly totpSecret: string
}

export const readHome = ({ home }: Product, file: string): unknown => JSON.parse(readFileSync(path.join(home, file), 'utf8'))

/** One of the accounts that the sandbox has for people. */
export function personsAccount(product: Product, number: number): Signer {
  return (readHome(product, 'sandbox-accounts.json') as readonly Signer[])[number]!
}

/** Signs in on the sandbox's login page, where a page has been led. */
export async function signInAtBroker(page: Page, { clientCode, pin, totpSecret }: Signer): Promise<void> {
  await page.getByRole('heading', { name: 'Sandbox broker' }).waitFor()
  await page.getByLabel('Client code').fill(clientCode)
  await page.getByLabel('PIN').fill(pin)
  await page.getByLabel('TOTP').fill(new TOTP({ secret: totpSecret }).generate())
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The broker's own app, and the exchange behind it, of one client: a product started with `CONTROL_SECRET`. */
export function brokersApp({ sandboxUrl }: Product, clientCode: string) {
  const headers = { 'x-sandbox-control': CONTROL_SECRET, 'content-type': 'application/json' }
  const orders = async (): Promise<SandboxOrder[]> => {
    const response = await fetch(`${sandboxUrl}/sandbox/ledger`, { headers })
    const { entries } = (await response.json()) as { entries: readonly LedgerEntry[] }
    const latest = new Map<string, SandboxOrder>()
    for (const entry of entries)
      if (entry.kind === 'order' && entry.order.clientCode === clientCode) latest.set(entry.order.orderId, entry.order)
    return [...latest.values()]
  }
  const command = async (body: ControlCommand) => {
    const response = await fetch(`${sandboxUrl}/sandbox/control`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(200)
  }
  return {
    /** The client's orders as they are now, by the exchange's ledger. */
    orders,
    /** Units that the client holds by that ledger. */
    held: async () => (await orders()).reduce((sum, { side, filled }) => sum + (side === 'BUY' ? filled : -filled), 0),
    closeByHand: (token: string) => command({ command: 'closeByHand', clientCode, token }),
  }
}
