import { styled } from 'styled-components'

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
  /** Plain English; null: that side is never entered. */
  longRule: string | null
  shortRule: string | null
}

/** When a strategy buys what. */
export function RuleText({ longRule, shortRule }: RuleTextProps) {
  return (
    <Rules>
      {longRule === null ? null : (
        <div>
          <dt>Buys a CALL</dt>
          <dd>{longRule}</dd>
        </div>
      )}
      {shortRule === null ? null : (
        <div>
          <dt>Buys a PUT</dt>
          <dd>{shortRule}</dd>
        </div>
      )}
    </Rules>
  )
}
