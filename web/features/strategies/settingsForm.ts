import { NUMBER_SETTINGS, type NumberSetting } from './readSettings.ts'

/** Throws when the form has no such field. */
export function settingField(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`The settings have no field ${name}`)
  return input
}

/** Empties what is typed of the settings that a form has. */
export function clearFields(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll('input')) if (TYPED.includes(input.name)) input.value = ''
}

const TYPED: readonly string[] = ['start', 'end', ...NUMBER_SETTINGS.map(({ name }) => name)]

/** A number input tells an unreadable text as an empty one: its validity knows better. Null where the form does not ask for it. */
function numberOf(form: HTMLFormElement, name: NumberSetting): number | null {
  if (form.elements.namedItem(name) === null) return null
  const { value, validity } = settingField(form, name)
  return validity.badInput ? Number.NaN : value === '' ? null : Number(value)
}

/** The settings that are numbers as they are typed: null for an empty one, NaN for what is no number. */
export function numbersOf(form: HTMLFormElement): Record<NumberSetting, number | null> {
  return {
    maxTrades: numberOf(form, 'maxTrades'),
    quantity: numberOf(form, 'quantity'),
    riskPerTrade: numberOf(form, 'riskPerTrade'),
    stopLoss: numberOf(form, 'stopLoss'),
    takeProfit: numberOf(form, 'takeProfit'),
  }
}
