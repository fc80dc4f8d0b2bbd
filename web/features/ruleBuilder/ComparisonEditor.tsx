import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { COMPARISON_OPERATORS, type ComparisonOperator } from '../../../schema/rules/RuleSet.ts'
import { media } from '../../theme/media.ts'
import { Select } from '../../ui/Select.ts'
import { isTime } from './editDraft.ts'
import { OperandField } from './OperandField.tsx'
import type { DraftError } from './readDraft.ts'
import type { ComparisonDraft, OperandDraft } from './RuleDraft.ts'
import type { HistoryAction } from './RuleHistory.ts'

const Row = styled.div`
  display: grid;
  grid-template-columns: 9.5rem minmax(0, 1fr) auto;
  align-items: start;
  gap: 8px;

  & > :first-child {
    grid-column: 1 / 3;
  }

  & > :nth-child(2) {
    grid-column: 3;
  }

  & > select,
  & > span {
    grid-column: 1;
  }

  & > select + div,
  & > span + div {
    grid-column: 2 / -1;
  }

  & > span {
    justify-self: end;
    color: var(--muted);
    font-size: var(--text-sm);
    line-height: 44px;
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);

    && > * {
      grid-column: 1;
      justify-self: stretch;
    }

    & > :nth-child(2) {
      order: 1;
    }
  }
`

const OPERAND_NAMES = ['First operand', 'Second operand', 'Third operand'] as const

interface ComparisonEditorProps {
  comparison: ComparisonDraft
  errors: readonly DraftError[]
  dispatch: (action: HistoryAction) => void
  /** The actions on a whole comparison. */
  children: ReactNode
}

/** A comparison as a row of menus: operand, operator, operand. */
export function ComparisonEditor({ comparison, errors, dispatch, children }: ComparisonEditorProps) {
  const { id, operands } = comparison
  const operator = comparison.kind === 'between' ? 'between' : comparison.operator
  const words = isTime(operands[0]) ? TIME_WORDS : WORDS

  const field = (operand: OperandDraft | undefined, index: number) =>
    operand === undefined ? null : (
      <OperandField
        label={OPERAND_NAMES[index] ?? ''}
        operand={operand}
        error={errors.find((error) => error.conditionId === id && error.operand === index)?.message}
        onChoose={(chosen) => dispatch({ kind: 'edit', edit: { kind: 'setOperand', id, index, operand: chosen } })}
        onType={(typed) => dispatch({ kind: 'type', edit: { kind: 'setOperand', id, index, operand: typed } })}
      />
    )

  return (
    <Row>
      {field(operands[0], 0)}
      {children}
      <Select
        aria-label="Comparison"
        value={operator}
        onChange={({ target: { value } }) => {
          const chosen = OPERATORS.find((each) => each === value)
          if (chosen) dispatch({ kind: 'edit', edit: { kind: 'setOperator', id, operator: chosen } })
        }}
      >
        {OPERATORS.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </Select>
      {field(operands[1], 1)}
      {comparison.kind === 'between' ? <span>and</span> : null}
      {field(operands[2], 2)}
    </Row>
  )
}

type AnyOperator = ComparisonOperator | 'between'

const OPERATORS: readonly AnyOperator[] = [...COMPARISON_OPERATORS, 'between']

const WORDS: Readonly<Record<AnyOperator, string>> = {
  '>': 'is above',
  '<': 'is below',
  'crosses above': 'crosses above',
  'crosses below': 'crosses below',
  between: 'is between',
}

const TIME_WORDS: Readonly<Record<AnyOperator, string>> = { ...WORDS, '>': 'is after', '<': 'is before' }
