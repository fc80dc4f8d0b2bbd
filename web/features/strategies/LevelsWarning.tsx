import { Sentence } from '../../ui/Sentence.tsx'
import { Hint } from './Hint.ts'
import { levelsWarning, type LevelTerms } from './levelsWarning.ts'
import type { TradedOption } from './useTradedOptions.ts'

interface LevelsWarningProps {
  /** What the fields of the levels name as their description. */
  id: string
  options: readonly TradedOption[]
  /** Null: neither is the user's own, or one is not complete. */
  terms: LevelTerms | null
}

/** Warns, before they are saved, of a stop and a target that make no sense together. It is there without a warning, so that one is read out. */
export function LevelsWarning({ id, options, terms }: LevelsWarningProps) {
  const warning = terms && options.map((option) => levelsWarning(option, terms)).find((text) => text !== null)
  return (
    <Hint id={id} role="status">
      {warning ? (
        <p data-refused style={{ marginBottom: 6 }}>
          <Sentence text={warning} />
        </p>
      ) : null}
    </Hint>
  )
}
