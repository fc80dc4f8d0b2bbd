import { styled } from 'styled-components'
import { Sentence } from '../../ui/Sentence.tsx'

const Rules = styled.dl`
  display: grid;
  gap: 8px;
  font-size: var(--text-sm);

  div {
    padding-left: 12px;
    border-left: 2px solid var(--line-strong);
  }

  dd::first-letter {
    text-transform: uppercase;
  }

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
    font-weight: 600;
  }
`

interface RuleTextProps {
  /** Plain English; null: never. */
  longRule: string | null
  shortRule: string | null
  enterRule: string | null
  /** The position it opens, a sentence each; empty: one option is bought. */
  legs: readonly string[]
}

/** When a strategy buys what, or opens which legs. */
export function RuleText({ longRule, shortRule, enterRule, legs }: RuleTextProps) {
  const opens = legs.length > 0 ? 'Opens its legs' : null
  const rules = [
    [opens ?? 'Buys a CALL', longRule],
    [opens ?? 'Buys a PUT', shortRule],
    [opens, enterRule],
  ] as const
  return (
    <Rules>
      {rules.map(([what, when]) =>
        when === null ? null : (
          <div key={when}>
            <dt>{what}</dt>
            <dd>{when}</dd>
          </div>
        ),
      )}
      {legs.length === 0 ? null : (
        <div>
          <dt>Legs</dt>
          {legs.map((leg) => (
            <dd key={leg}>
              <Sentence text={leg} />
            </dd>
          ))}
        </div>
      )}
    </Rules>
  )
}
