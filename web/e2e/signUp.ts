import { randomUUID } from 'node:crypto'
import type { Page, ViewportSize } from 'playwright-core'
import type { Product } from './startProduct.ts'

export const PASSWORD = 'kite-river-42'

/** A page of a new user, with the user's id: signed up in that browser, by which it is known. */
export async function signUp(
  product: Product,
  name: string,
  viewport: ViewportSize,
): Promise<{ readonly page: Page; readonly userId: string }> {
  const { page } = await product.openPage(await product.openProfile({ viewport }))
  const email = `${name.toLowerCase()}-${randomUUID()}@example.com`
  await page.goto(product.address)
  await page.getByRole('button', { name: 'Get Started Free' }).first().click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Full Name').fill(name)
  await modal.getByLabel('Email').fill(email)
  await modal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await modal.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await modal.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
  const { id } = await product.db.user.findUniqueOrThrow({ where: { email }, select: { id: true } })
  return { page, userId: id }
}
