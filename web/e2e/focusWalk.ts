import type { Page } from 'playwright-core'

/** A stop of Tab. */
interface FocusStop {
  /** Role and name, as assistive technology reads them; null: browser chrome. */
  readonly name: string | null
  /** It came round to the first one, or left the walked part. */
  readonly ended: boolean
  /** The tabs, days or choices it belongs to, which arrow keys go through, and its place among them; null when only Tab reaches it. */
  readonly among: { readonly count: number; readonly place: number; readonly role: 'day' | 'radio' } | null
}

/** A walk by Tab through a page or a dialog. */
export interface FocusWalk {
  readonly stops: readonly string[]
  /** One line per fault: invisible, covered, without a focus ring or a name, not reached. */
  readonly faults: readonly string[]
}

declare global {
  interface Element {
    /** Behind a switch of the browser that startProduct.ts turns on. */
    readonly computedName: string
    readonly computedRole: string
  }
  interface Window {
    focusProbe: {
      look(within: string): Promise<FocusStop>
      lookInside(): Promise<string>
      finish(within: string): string[]
    }
  }
}

/** More stops than any page has; a longer walk goes in circles. */
const MOST = 400

/**
 * Walks by Tab from the focus until it comes round or leaves what `within` selects, and by arrow keys through days of a calendar and
 * choices; checks every stop, and that every control in there was reached.
 */
export async function focusWalk(page: Page, within: string): Promise<FocusWalk> {
  await page.evaluate(installProbe)
  const stops: string[] = []
  for (let pressed = 0; pressed < MOST; pressed++) {
    await page.keyboard.press('Tab')
    const { name, ended, among } = await page.evaluate((selector) => window.focusProbe.look(selector), within)
    if (ended) return { stops, faults: await page.evaluate((selector) => window.focusProbe.finish(selector), within) }
    if (name === null) continue
    stops.push(name)
    if (among) await walkAmong(page, among)
  }
  throw new Error(`Tab does not come round: ${stops.slice(-5).join(', ')}`)
}

const KEYS = { day: ['ArrowLeft', 'ArrowRight'], radio: ['ArrowUp', 'ArrowDown'] } as const

/** To the first of them, on to the last, and back to where it began. */
async function walkAmong(page: Page, { role, count, place }: NonNullable<FocusStop['among']>): Promise<void> {
  const [back, forth] = KEYS[role]
  for (let i = 0; i < place; i++) await page.keyboard.press(back)
  for (let i = 1; i < count; i++) {
    await page.keyboard.press(forth)
    await page.evaluate(() => window.focusProbe.lookInside())
  }
  for (let i = place + 1; i < count; i++) await page.keyboard.press(back)
}

/** In the page: the focused element, and how it looked. */
function installProbe(): void {
  const visited = new Set<Element>()
  const visitedNames = new Set<string>()
  const atFirst = new WeakSet<Element>(document.querySelectorAll('*'))
  const faults: string[] = []
  let first: Element | null = null
  let presses = 0
  let last: { readonly element: Element; readonly name: string; readonly look: string } | null = null
  /** As many times Tab stays in a date field: in its day, its month, … */
  const MOST_PARTS = 6
  const OPERABLE =
    'button, a[href], input:not([type="hidden"]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role="switch"], [role="tab"], [role="radio"], [role="option"], [role="menuitem"]'

  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) visited.add(target)
  })

  const nameOf = (element: Element) => `${element.computedRole} “${element.computedName}”`
  const lookOf = (element: Element) => {
    const looks: string[] = []
    for (let each: Element | null = element, level = 0; each && level < 3; each = each.parentElement, level++) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each)
      looks.push(outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : `${outlineWidth} ${outlineColor}`, boxShadow)
    }
    return looks.join(' | ')
  }
  /** What is wrong with the current stop; null: nothing. */
  const placeFault = (element: Element): string | null => {
    const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const left = Math.max(box.left, 0)
    const right = Math.min(box.right, document.documentElement.clientWidth)
    const top = Math.max(box.top, 0)
    const bottom = Math.min(box.bottom, innerHeight)
    if (right - left < 1 || bottom - top < 1) return 'is out of sight'
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    if (there && [element, ...labels].some((each) => each.contains(there))) return null
    return `is covered by ${there ? `${there.tagName.toLowerCase()} ${nameOf(there)} “${(there.textContent ?? '').slice(0, 30)}”` : 'nothing'}`
  }
  const compareLast = () => {
    if (last && last.element.isConnected && last.element !== document.activeElement && lookOf(last.element) === last.look)
      faults.push(`${last.name} shows no sign of having the focus`)
  }

  const amongOf = (element: Element): FocusStop['among'] => {
    const group = element.closest('[role="radiogroup"], [role="grid"]')
    const all = [...(group?.querySelectorAll('[role="radio"], input[type="radio"], [role="gridcell"] button') ?? [])]
    if (all.length < 2) return null
    const role = group?.role === 'grid' ? 'day' : 'radio'
    return { count: all.length, place: all.indexOf(element), role }
  }
  /** Checks the focused element unless it was checked already: the parts of a date field are one stop. */
  const lookAt = async (element: Element): Promise<string> => {
    const name = nameOf(element)
    if (last?.element === element) return name
    compareLast()
    visited.add(element)
    visitedNames.add(nameOf(element))
    if (element.computedName === '') faults.push(`${name} has no name: ${element.outerHTML.slice(0, 160)}`)
    last = { element, name, look: lookOf(element) }
    let fault = placeFault(element)
    // A page that scrolls smoothly takes a while.
    for (let frames = 0; fault !== null && frames < 60; frames++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      fault = placeFault(element)
    }
    if (fault !== null) faults.push(`${name} ${fault}`)
    return name
  }

  window.focusProbe = {
    async look(within) {
      const element = document.activeElement ?? document.body
      const isNew = last?.element !== element
      presses = isNew ? 0 : presses + 1
      const hasLeft = first !== null && !element.closest(within)
      if (element === document.body || hasLeft || (element === first && (isNew || presses > MOST_PARTS))) {
        compareLast()
        last = null
        return { name: null, ended: hasLeft || element === first, among: null }
      }
      first ??= element
      return { name: await lookAt(element), ended: false, among: isNew ? amongOf(element) : null }
    },
    lookInside: () => lookAt(document.activeElement ?? document.body),
    finish(within) {
      // Where the focus stays in a box, its arrow keys go through the list below.
      const lists = [...visited].map((element) => element.getAttribute('aria-controls'))
      const missed = [...document.querySelectorAll(`:is(${within}) :is(${OPERABLE})`)].filter(
        (element) =>
          !visited.has(element) &&
          // A data refresh may have replaced one that was visited.
          (atFirst.has(element) || !visitedNames.has(nameOf(element))) &&
          !element.matches(':disabled') &&
          // Of tabs one is a stop; the library's arrow keys lead to the others.
          !(
            element.role === 'tab' && [...visited].some((other) => other.role === 'tab' && other.parentElement === element.parentElement)
          ) &&
          !element.closest('[inert], [aria-hidden="true"]') &&
          !lists.includes(element.closest('[role="listbox"]')?.id ?? '') &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      return [...faults, ...new Set(missed.map((element) => `${nameOf(element)} is not reached`))]
    },
  }
}
