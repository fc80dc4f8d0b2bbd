import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { styled } from 'styled-components'
import { SHOWN_INDICES } from '../../../schema/market/indices.ts'
import { Button } from '../../ui/Button.ts'
import { Field, Input } from '../../ui/TextField.tsx'
import { withInstrument } from './StrategyFields.ts'

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  input {
    flex: 1 1 8rem;
    width: auto;
    text-transform: uppercase;
  }

  button {
    min-height: 44px;
  }
`

const Chosen = styled.ul`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  color: var(--muted);
  font-size: var(--text-sm);
`

const Problem = styled.p`
  color: var(--danger);
  font-size: var(--text-xs);
`

interface InstrumentEditorProps {
  instruments: readonly string[]
  error: string | undefined
  onChange: (instruments: readonly string[]) => void
}

/** The instruments a strategy trades: typed or picked, in capitals, without duplicates. What cannot be traded the server refuses, with its reason. */
export function InstrumentEditor({ instruments, error, onChange }: InstrumentEditorProps) {
  const id = useId()
  const [typed, setTyped] = useState('')

  function add() {
    onChange(withInstrument(instruments, typed))
    setTyped('')
  }

  return (
    <Field>
      <label htmlFor={id}>Instruments</label>
      <Line>
        <Input
          id={id}
          value={typed}
          autoComplete="off"
          placeholder="NIFTY"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target: { value } }) => setTyped(value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button $look="quiet" type="button" disabled={typed.trim() === ''} onClick={add}>
          <Plus size={15} aria-hidden /> Add
        </Button>
        {SHOWN_INDICES.filter((each) => !instruments.includes(each)).map((each) => (
          <Button key={each} $look="quiet" type="button" onClick={() => onChange(withInstrument(instruments, each))}>
            {each}
          </Button>
        ))}
      </Line>
      <Chosen aria-label="Chosen instruments">
        {instruments.length === 0 ? <li>No instruments selected: type one or choose one above.</li> : null}
        {instruments.map((each) => (
          <li key={each}>
            <Button
              $look="quiet"
              type="button"
              aria-label={`Remove ${each}`}
              onClick={() => onChange(instruments.filter((one) => one !== each))}
            >
              {each} <X size={14} aria-hidden />
            </Button>
          </li>
        ))}
      </Chosen>
      {error === undefined ? null : <Problem id={`${id}-error`}>{error}</Problem>}
    </Field>
  )
}
