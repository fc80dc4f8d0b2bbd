import { NUMBER_SETTINGS, type NumberSetting } from './readSettings.ts'

/** Names of the settings that are typed. */
export const SETTING_FIELDS: readonly string[] = ['start', 'end', ...NUMBER_SETTINGS.map(({ name }) => name)]

/** Throws when the form has no such field. */
export function settingField(form: HTMLFormElement, name: string): HTMLInputElement {
  const input = form.elements.namedItem(name)
  if (!(input instanceof HTMLInputElement)) throw new Error(`The settings have no field ${name}`)
  return input
}

/** A number input tells an unreadable text as an empty one: its validity knows better. */
function numberOf(form: HTMLFormElement, name: NumberSetting): number | null {
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
