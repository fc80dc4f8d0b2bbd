import { styled } from 'styled-components'
import { STOP_WORD, WordField } from '../../../ui/WordField.tsx'

const Choice = styled.label`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  font-size: var(--text-sm);

  input {
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--accent-solid);
  }
`

interface SquareOff {
  readonly isWanted: boolean
  /** The word that confirms it. */
  readonly typed: string
}
export const NO_SQUARE_OFF: SquareOff = { isWanted: false, typed: '' }

interface SquareOffChoiceProps {
  /** What would be closed. */
  trades: string
  squareOff: SquareOff
  setSquareOff: (squareOff: SquareOff) => void
  busy: boolean
}

/** Whether the open trades of an account are closed too; if so, the word STOP is typed. */
export function SquareOffChoice({ trades, squareOff, setSquareOff, busy }: SquareOffChoiceProps) {
  const { isWanted, typed } = squareOff
  return (
    <>
      <Choice>
        <input
          type="checkbox"
          checked={isWanted}
          disabled={busy}
          onChange={({ target }) => setSquareOff({ isWanted: target.checked, typed: '' })}
        />
        <span>Square off its open trades at the market now: {trades}</span>
      </Choice>
      {isWanted ? (
        <WordField word={STOP_WORD} value={typed} disabled={busy} onChange={(word) => setSquareOff({ isWanted, typed: word })} />
      ) : null}
    </>
  )
}
