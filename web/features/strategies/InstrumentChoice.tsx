import { styled } from 'styled-components'
import { Button } from '../../ui/Button.ts'
import { FALLBACK_INSTRUMENT } from './readSettings.ts'

/** The indices a user may choose, as the API names them. */
const CHOICES = ['NIFTY', 'SENSEX', 'BANKNIFTY', 'MIDCAP'] as const

const Group = styled.fieldset`
  margin: 0;
  padding: 0;
  border: 0;

  legend {
    margin-bottom: 6px;
    padding: 0;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  p {
    margin-top: 6px;
    color: var(--muted);
    font-size: var(--text-xs);
  }

  p[role='alert'] {
    color: var(--danger);
  }
`

/* As high with the button as without. */
const Whose = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 44px;

  p {
    margin: 0;
  }

  b {
    color: var(--accent);
    font-weight: 600;
  }
`

const Boxes = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0 12px;

  label {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    font-size: var(--text-sm);
    cursor: pointer;
  }

  input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--accent);
  }
`

interface InstrumentChoiceProps {
  /** The user's own, by the API's names; null: the strategy's. */
  chosen: readonly string[] | null
  /** The strategy's; null when not known. */
  ofStrategy: readonly string[] | null
  /** Null: the strategy's again. */
  onChoose: (instruments: readonly string[] | null) => void
  error: string | undefined
}

/** Which indices to trade. Ticked are the strategy's until the user chooses. */
export function InstrumentChoice({ chosen, ofStrategy, onChoose, error }: InstrumentChoiceProps) {
  const ticked = chosen ?? ofStrategy ?? []
  return (
    <Group>
      <legend>Instruments</legend>
      <Boxes>
        {CHOICES.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={ticked.includes(name)}
              onChange={({ target: { checked } }) => onChoose(checked ? [...ticked, name] : ticked.filter((one) => one !== name))}
            />
            {name}
          </label>
        ))}
      </Boxes>
      <Whose>
        <p>
          {chosen === null ? (
            "The strategy's instruments."
          ) : (
            <>
              <b>Yours.</b>
              {chosen.length === 0 ? ` Nothing selected: only ${FALLBACK_INSTRUMENT} will be traded.` : ''}
              {ofStrategy === null ? '' : ` Default: ${ofStrategy.join(', ')}.`}
            </>
          )}
        </p>
        {chosen === null ? null : (
          <Button
            $look="quiet"
            type="button"
            aria-label="Reset Instruments"
            onClick={({ currentTarget }) => {
              currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              onChoose(null)
            }}
          >
            Reset
          </Button>
        )}
      </Whose>
      {error === undefined ? null : <p role="alert">{error}</p>}
    </Group>
  )
}
