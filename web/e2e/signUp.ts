import { randomUUID } from 'node:crypto'
import type { Page, ViewportSize } from 'playwright-core'
import { fillSignUp } from './fillSignUp.ts'
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
  await fillSignUp(page, { name, email, password: PASSWORD })
  const { id } = await product.db.user.findUniqueOrThrow({ where: { email }, select: { id: true } })
  return { page, userId: id }
}
