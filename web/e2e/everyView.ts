import type { Page } from 'playwright-core'

/** One thing to look at: a screen, or a dialog over one. */
export interface View {
  readonly name: string
  readonly path: string
  /** Says that its data is there. */
  readonly ready: (page: Page) => Promise<void>
  /** Opens the dialog once the screen has loaded. */
  readonly open?: (page: Page) => Promise<void>
}

/** Opens a view, complete. */
export async function showView(page: Page, address: string, { path, ready, open }: View): Promise<void> {
  await page.goto(address + path)
  await ready(page)
  await open?.(page)
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()

/** Presses a visible button of that name and waits for what it opens. */
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  await dialog(page)
}

export const PUBLIC_VIEWS: readonly View[] = [
  { name: 'landing', path: '/', ready: heading('Your Trading Buddy') },
  { name: 'sign-in', path: '/', ready: heading('Your Trading Buddy'), open: press('Sign In') },
  {
    name: 'sign-up',
    path: '/',
    ready: heading('Your Trading Buddy'),
    open: async (page) => {
      await press('Get Started Free')(page)
      await page.getByLabel('Full Name').waitFor()
    },
  },
  { name: 'verify-email', path: '/verify-email', ready: heading(/./) },
  { name: 'reset-password', path: '/reset-password', ready: heading(/./) },
  { name: 'not-found', path: '/no-such-page', ready: async (page) => page.getByText('Oops! Page not found').waitFor() },
]

const LIVE_CARD = (page: Page) => page.getByRole('article').first().waitFor()

/** With its recent trades, which come once one scrolls near them. */
const DASHBOARD = async (page: Page) => {
  await page.getByRole('region', { name: 'Recent Trades' }).scrollIntoViewIfNeeded()
  await LIVE_CARD(page)
  await page.evaluate(() => window.scrollTo(0, 0))
}

const ACCOUNTS = (page: Page) => page.getByText('Newest first. Times in IST.').waitFor()
const ANNOUNCEMENTS = (page: Page) =>
  page
    .getByText('No announcements')
    .or(page.getByText(/ to .*, by /))
    .first()
    .waitFor()

/** The views of an admin with trades (seededAdmin.ts). */
export const SIGNED_IN_VIEWS: readonly View[] = [
  { name: 'dashboard', path: '/dashboard', ready: DASHBOARD },
  { name: 'emergency-stop', path: '/dashboard', ready: DASHBOARD, open: press('Emergency Stop') },
  { name: 'notifications', path: '/dashboard', ready: DASHBOARD, open: press(/^Notifications/) },
  {
    name: 'appearance',
    path: '/dashboard',
    ready: DASHBOARD,
    open: async (page) => {
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (await menu.isVisible()) await menu.click()
      await press('Appearance')(page)
      await page.getByRole('radio', { name: 'Light' }).waitFor()
    },
  },
  {
    name: 'palette',
    path: '/dashboard',
    ready: DASHBOARD,
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await dialog(page)
    },
  },
  {
    name: 'shortcuts',
    path: '/dashboard',
    ready: DASHBOARD,
    open: async (page) => {
      await page.keyboard.press('?')
      await dialog(page)
    },
  },
  { name: 'live-trades', path: '/live-trades', ready: LIVE_CARD },
  { name: 'close-trade', path: '/live-trades', ready: LIVE_CARD, open: press(/^Close trade/) },
  {
    // After the others of this screen: the browser remembers the choice.
    name: 'live-trades-table',
    path: '/live-trades',
    ready: async (page) => page.getByRole('group', { name: 'View' }).waitFor(),
    open: async (page) => {
      await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'Table' }).click()
      await page.getByRole('checkbox', { name: 'Select all shown trades' }).check()
      await page.getByRole('button', { name: /^Close \d+ trades?$/ }).waitFor()
    },
  },
  { name: 'strategies', path: '/strategies', ready: LIVE_CARD },
  { name: 'subscribe-to-legs', path: '/strategies', ready: LIVE_CARD, open: press(/^Subscribe to (09:20 Short Straddle|Iron Condor)$/) },
  {
    name: 'my-strategies',
    path: '/strategies',
    ready: LIVE_CARD,
    open: async (page) => {
      await page.getByRole('tab', { name: /^My Strategies/ }).click()
      await page
        .getByRole('button', { name: /^Settings of/ })
        .first()
        .waitFor()
    },
  },
  {
    name: 'strategy-settings',
    path: '/strategies',
    ready: LIVE_CARD,
    open: async (page) => {
      await page.getByRole('tab', { name: /^My Strategies/ }).click()
      await press(/^Settings of/)(page)
    },
  },
  {
    name: 'strategy',
    path: '/strategies',
    ready: LIVE_CARD,
    open: async (page) => {
      await page.getByRole('article').getByRole('link').first().click()
      await page.waitForURL(/strategies\/[\w-]{36}/)
      await page.getByRole('heading', { name: 'Versions' }).waitFor()
    },
  },
  { name: 'strategy-editor', path: '/strategies/new', ready: heading(/Strategy/) },
  {
    name: 'history',
    path: '/history',
    ready: async (page) => page.getByRole('row').nth(3).or(page.getByRole('article')).first().waitFor(),
  },
  {
    name: 'trade',
    path: '/history',
    ready: async (page) =>
      page
        .getByRole('link', { name: /^Why was/ })
        .first()
        .waitFor(),
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Why was/ })
        .first()
        .click()
      await dialog(page)
    },
  },
  {
    name: 'research-agent',
    path: '/research-agent',
    ready: async (page) => {
      await page.getByRole('heading', { name: 'Recent Trades' }).waitFor()
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await page.getByRole('button', { name: 'Configure Settings' }).click()
      const sections = {
        'What it sees': page.getByRole('list', { name: 'Today and similar moments' }),
        Evidence: page.getByRole('img', { name: /without skill/ }),
        Honesty: page.getByRole('region', { name: /analys[ei]s: [\d,]+ said buy$/ }),
        'Decision log': page.getByRole('list', { name: 'Analyses' }),
        'Risk and ladder': page.getByRole('button', { name: 'Save Stops' }),
      }
      for (const [name, content] of Object.entries(sections)) {
        await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
        await content.waitFor()
      }
    },
  },
  { name: 'reports', path: '/reports?period=all', ready: heading(/./) },
  { name: 'compliance', path: '/compliance', ready: heading('Register of live strategies') },
  { name: 'profile', path: '/profile', ready: async (page) => page.getByText('Member since').waitFor() },
  {
    name: 'change-password',
    path: '/profile',
    ready: async (page) => page.getByText('Member since').waitFor(),
    open: press('Change Password'),
  },
  {
    name: 'connect-with-pin',
    path: '/profile',
    ready: async (page) => page.getByText('Member since').waitFor(),
    open: press('Connect with PIN'),
  },
  {
    name: 'admin',
    path: '/admin',
    ready: async (page) => page.getByRole('button', { name: 'Configure' }).waitFor(),
  },
  { name: 'admin-users', path: '/admin/users', ready: ACCOUNTS },
  {
    name: 'admin-user',
    path: '/admin/users',
    ready: ACCOUNTS,
    open: async (page) => {
      await page.getByRole('table').getByRole('link').first().click()
      await page.getByRole('heading', { name: 'Admin actions' }).waitFor()
    },
  },
  { name: 'admin-audit', path: '/admin/audit', ready: async (page) => page.getByText('Latest first. Times in IST.').waitFor() },
  {
    name: 'admin-strategies',
    path: '/admin/strategies',
    ready: async (page) => page.getByText('By name: subscriptions per version').waitFor(),
  },
  { name: 'admin-stop', path: '/admin/stop', ready: async (page) => page.getByText('No stop in force').waitFor() },
  {
    name: 'admin-market',
    path: '/admin/market',
    ready: async (page) => page.getByRole('button', { name: 'Add a row' }).waitFor(),
  },
  {
    name: 'admin-market-row',
    path: '/admin/market',
    ready: async (page) => page.getByRole('button', { name: 'Add a row' }).waitFor(),
    open: press('Add a row'),
  },
  {
    name: 'admin-announcements',
    path: '/admin/announcements',
    ready: ANNOUNCEMENTS,
  },
  {
    name: 'admin-announcement',
    path: '/admin/announcements',
    ready: ANNOUNCEMENTS,
    open: press('New announcement'),
  },
  {
    name: 'admin-broker',
    path: '/admin',
    ready: async (page) => page.getByRole('button', { name: 'Configure' }).waitFor(),
    open: press('Configure'),
  },
  {
    name: 'admin-system',
    path: '/admin/system',
    ready: async (page) => page.getByRole('heading', { name: 'Nodes' }).waitFor(),
  },
]
