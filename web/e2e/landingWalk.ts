import { expect, test } from 'vitest'
import { controlAnswers } from './controlAnswers.ts'
import { PASSWORD, VIEWPORTS, type Walk } from './openScreens.ts'
import { seeTexts } from './seeTexts.ts'

/** Chapters 1, 2, 5, 8 and 9 of the specification. */
const TEXTS = {
  pitch: [
    'Lightning-Fast Execution',
    'Secure and Reliable',
    'Proven Strategies',
    'Community Driven',
    '24/7 Monitoring',
    'Advanced Analytics',
  ],
  counted: ['12,547', '73.2%', '₹28.48L'],
  tooShort: 'Password must be at least 6 characters long',
  differ: 'Passwords do not match',
  offline: 'Network error. Please try again.',
  failed: 'Login failed',
}

/** The landing page and what its modal refuses; a successful sign-in is the account's test. */
export function landingWalk({ place, screens }: Walk): void {
  const openLanding = async () => {
    const { product } = screens()
    const { page } = await product.openPage(await product.openProfile({ viewport: VIEWPORTS[place], moves: true }))
    await page.goto(product.address)
    return page
  }

  test('it pitches, counts up and leads to its features', async () => {
    const page = await openLanding()
    await seeTexts(page, ['Your Trading Buddy', 'Sign In', ...TEXTS.pitch, ...TEXTS.counted])
    await page.getByRole('link', { name: 'Learn More' }).click()
    await page.waitForURL('**/#features')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    await page.context().close()
  })

  test('Get Started Free begins an account, and a page that was wanted is gone to after the sign-in', async () => {
    const { product } = screens()
    const page = await openLanding()
    const modal = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Get Started Free' }).click()
    await seeTexts(modal, ['Start your trading journey', 'Full Name'])
    await modal.getByRole('button', { name: 'Close' }).click()

    await page.goto(`${product.address}/history?status=STOPLOSS_HIT`)
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    await seeTexts(modal, ['Welcome Back'])
    await modal.getByLabel('Email').fill('nila@example.com')
    await modal.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await modal.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/history?status=STOPLOSS_HIT')
    await seeTexts(page, ['No trades match your current filters.'])
    await page.context().close()
  })

  test('a landing page left open leads on when another tab has signed in', async () => {
    const { product, tokens } = screens()
    const page = await openLanding()
    await page.getByRole('button', { name: 'Get Started Free' }).waitFor()
    const { token, refreshToken } = tokens('newcomer')
    const another = await page.context().newPage()
    await another.goto(`${product.address}/robots.txt`)
    await another.evaluate((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value)), {
      auth_token: token,
      refresh_token: refreshToken,
    })
    await page.getByRole('button', { name: 'Launch Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await seeTexts(page, ['Nila Trading Dashboard'])
    await page.context().close()
  })

  test('the modal says in a banner and a toast why it let nobody in, and forgets it when closed', async () => {
    const page = await openLanding()
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    const modal = page.getByRole('dialog')
    const banner = modal.getByRole('alert')
    const refused = async (text: string) => {
      await expect.poll(() => banner.allInnerTexts()).toEqual([text])
      await page.locator('[data-sonner-toast]').filter({ hasText: text }).first().waitFor()
    }
    await seeTexts(modal, ['Welcome Back'])
    await modal.getByLabel('Email').fill('tara@example.com')
    await modal.getByLabel('Password', { exact: true }).fill('not-the-password')
    const signIn = modal.getByRole('button', { name: 'Sign In', exact: true })

    const login = await controlAnswers(page, 'Login')
    login.hold()
    await signIn.click()
    await seeTexts(modal, ['Signing In...'])
    expect(await modal.getByLabel('Email').isDisabled()).toBe(true)
    login.fail(500)
    await refused(TEXTS.failed)
    login.pass()

    await page.context().setOffline(true)
    await signIn.click()
    await refused(TEXTS.offline)
    await page.context().setOffline(false)
    await modal.getByRole('button', { name: 'Show password' }).click()
    expect(await modal.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')

    await modal.getByRole('button', { name: 'Create one' }).click()
    await seeTexts(modal, ['Start your trading journey'])
    await expect.poll(() => banner.count()).toBe(0)
    await modal.getByLabel('Full Name').fill('Tara Bose')
    await modal.getByLabel('Email').fill('tara@example.com')
    await modal.getByLabel('Password', { exact: true }).fill('short')
    await modal.getByLabel('Confirm Password', { exact: true }).fill('short')
    await modal.getByRole('button', { name: 'Create Account' }).click()
    await refused(TEXTS.tooShort)
    await modal.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await modal.getByRole('button', { name: 'Create Account' }).click()
    await refused(TEXTS.differ)

    await modal.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Sign In' }).first().click()
    expect(await modal.getByLabel('Email').inputValue()).toBe('')
    expect(await banner.count()).toBe(0)
    await page.context().close()
  })
}
