import { SeededRandom } from '../../../schema/SeededRandom.ts'
import type { Instant } from '../../../schema/time.ts'
import type { OptionInstrument } from '../market/Instrument.ts'
import type { ExchangeFaults, Halt } from '../orders/ExchangeFaults.ts'
import type { SquareOff } from '../orders/squareOff.ts'
import { AnswerFault, Fault, type FaultInput, type FaultName } from './Fault.ts'

type FaultOf<Name extends FaultName> = Extract<Fault, { readonly name: Name }>

interface Switched {
  readonly fault: Fault
  readonly random: SeededRandom
  readonly until: Instant
  left: number
}

const ANSWER_FAULTS = AnswerFault.options.map((option) => option.shape.name.value)

/** The faults that are switched on. Each draws from a stream of its own. */
export class Faults implements ExchangeFaults {
  readonly #switched = new Map<string, Switched>()
  readonly #marketNow: () => Instant

  constructor(marketNow: () => Instant) {
    this.#marketNow = marketNow
  }

  /** Switches a fault on, in place of one of the same name for the same client. Throws a ZodError for one that there is not. */
  set(input: FaultInput): void {
    const fault = Fault.parse(input)
    const random = new SeededRandom(`${fault.name}:${fault.seed}`)
    const until = this.#marketNow() + (fault.lasts ?? Infinity)
    this.#switched.set(keyOf(fault.name, fault.clientCode), { fault, random, until, left: fault.times ?? Infinity })
  }

  /** Switches faults of a name off, whomever they hit; without a name all. */
  clear(name?: FaultName): void {
    for (const [key, { fault }] of this.#switched) if (name === undefined || fault.name === name) this.#switched.delete(key)
  }

  get active(): readonly Fault[] {
    return [...this.#switched.values()].filter((switched) => this.#isOn(switched)).map(({ fault }) => fault)
  }

  /** A fault of a state, such as a mute socket; null while it is off for a client. */
  state<Name extends FaultName>(name: Name, clientCode: string): FaultOf<Name> | null {
    return (this.#find(name, clientCode)?.fault as FaultOf<Name> | undefined) ?? null
  }

  /** Whether a fault happens this time; it is drawn and counted where it could. */
  draw<Name extends FaultName>(
    name: Name,
    clientCode: string,
    could: (fault: FaultOf<Name>) => boolean = () => true,
  ): FaultOf<Name> | null {
    const found = this.#find(name, clientCode)
    return found && could(found.fault as FaultOf<Name>) && this.#happens(found) ? (found.fault as FaultOf<Name>) : null
  }

  /** What happens to the answer of a call; null: nothing. */
  answer(call: string, clientCode: string): AnswerFault | null {
    for (const name of ANSWER_FAULTS) {
      const found = this.#find(name, clientCode)
      const fault = found?.fault as AnswerFault | undefined
      if (found && fault && (fault.calls?.includes(call) ?? true) && this.#happens(found)) return fault
    }
    return null
  }

  /** Market time for which what a fault hides is missing. */
  hiddenFor(fault: AnswerFault, clientCode: string): number {
    const [from, to] = fault.hiddenFor
    return from === to ? from : this.#find(fault.name, clientCode)!.random.integer(from, to)
  }

  instant(clientCode: string): boolean {
    return this.state('instant', clientCode) !== null
  }

  rejection(clientCode: string): string | null {
    return this.draw('rejectAfterAck', clientCode)?.text ?? null
  }

  changeRefusal(clientCode: string): string | null {
    return this.draw('refusedChange', clientCode)?.text ?? null
  }

  changeCap(clientCode: string, changes: number): string | null {
    const cap = this.state('cappedChanges', clientCode)
    return cap && changes >= cap.most ? cap.text : null
  }

  partialShare(clientCode: string): number | null {
    return this.draw('partialFills', clientCode) ? this.#find('partialFills', clientCode)!.random.uniform() : null
  }

  vanishAfter(clientCode: string): number | null {
    return this.draw('vanishedStop', clientCode)?.milliseconds ?? null
  }

  squareOff(clientCode: string): SquareOff | null {
    const fault = this.state('squareOff', clientCode)
    if (!fault) return null
    const [hours = 0, minutes = 0] = fault.from.split(':').map(Number)
    return { minute: 60 * hours + minutes, text: fault.text }
  }

  selfTradeText(clientCode: string): string | null {
    return this.state('selfTrade', clientCode)?.text ?? null
  }

  halt(clientCode: string, { token, index }: OptionInstrument): Halt | null {
    const fault = this.state('halt', clientCode)
    if (!fault) return null
    const { tokens, indices, orders, text } = fault
    const hit = tokens.includes(token) || indices.includes(index) || (tokens.length === 0 && indices.length === 0)
    return hit ? { refusal: orders === 'refused' ? text : null } : null
  }

  stopsTakeMargin(clientCode: string): boolean {
    return this.state('stopsTakeMargin', clientCode) !== null
  }

  protectsPrices(clientCode: string): boolean {
    return this.state('priceProtection', clientCode) !== null
  }

  #find(name: FaultName, clientCode: string): Switched | undefined {
    const switched = [keyOf(name, clientCode), keyOf(name, null)].map((key) => this.#switched.get(key))
    return switched.find((each) => each !== undefined && this.#isOn(each))
  }

  #isOn({ until }: Switched): boolean {
    return until === Infinity || this.#marketNow() < until
  }

  #happens(switched: Switched): boolean {
    if (switched.left === 0 || switched.random.uniform() >= switched.fault.share) return false
    switched.left--
    return true
  }
}

function keyOf(name: FaultName, clientCode: string | null): string {
  return `${name}:${clientCode ?? '*'}`
}
