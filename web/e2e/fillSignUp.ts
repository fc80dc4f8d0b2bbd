import type { Page } from 'playwright-core'

interface NewUser {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Makes an account on the landing page that is open, and waits for its dashboard. */
export async function fillSignUp(page: Page, { name, email, password }: NewUser): Promise<void> {
  await page.getByRole('button', { name: 'Get Started Free' }).first().click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Full Name').fill(name)
  await modal.getByLabel('Email').fill(email)
  await modal.getByLabel('Password', { exact: true }).fill(password)
  await modal.getByLabel('Confirm Password', { exact: true }).fill(password)
  await modal.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
}
