import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { paths, SCREENS } from '../../../schema/paths.ts'
import type { RuleSource } from '../../../schema/rules/RuleSource.ts'
import type { StrategyTemplate } from '../../../schema/rules/templates.ts'
import type { ManagedStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { media } from '../../theme/media.ts'
import { Button } from '../../ui/Button.ts'
import { Card } from '../../ui/Card.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useBarHeight } from '../../ui/useBarHeight.ts'
import { readFields, type FieldErrors } from './readFields.ts'
import { saveConsequence } from './saveConsequence.ts'
import type { StrategyFields } from './StrategyFields.ts'
import { StrategyFieldset } from './StrategyFieldset.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'
import { useStrategySave } from './useStrategySave.ts'
import { useUnsavedWarning } from './useUnsavedWarning.ts'

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;

  section > h2 {
    margin-bottom: 12px;
    font-size: var(--text-lg);
  }

  section > h2 + p {
    margin: -8px 0 12px;
    color: var(--muted);
    font-size: var(--text-sm);
  }

  .template {
    max-width: 34rem;
    margin-bottom: 16px;
  }
`

const SaveBar = styled.div`
  position: sticky;
  bottom: var(--bottom-bar);
  z-index: 5;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  padding: 12px 16px;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--overlay);
  font-size: var(--text-sm);

  p {
    flex: 1 1 20rem;
  }

  p[role='alert'] {
    flex-basis: 100%;
    color: var(--danger);
  }

  ${media.phone} {
    & > a,
    & > button {
      flex: 1 1 0;
    }
  }
`

interface StrategyEditorProps {
  /** Null: a new one. */
  existing: ManagedStrategyPartsFragment | null
  fields: StrategyFields
  /** Null: they cannot be stored as they are. */
  rules: RuleSource | null
  /** Whether fields or rules differ from the stored ones, and whether the rules do. */
  changed: { readonly anything: boolean; readonly rules: boolean }
  onFields: (fields: StrategyFields) => void
  onTemplate: (template: StrategyTemplate) => void
  /** Discards the changes and reloads the stored strategy. */
  onReload: () => void
  /** Whether the rules open legs. */
  hasLegs: boolean
  riskHint: ReactNode
  ruleBuilder: ReactNode
  backtest: ReactNode
}

/** A strategy from its name to its backtest. The consequences of saving stand beside the button. */
export function StrategyEditor(props: StrategyEditorProps) {
  const { existing, fields, rules, changed, onFields, onTemplate, onReload, hasLegs, riskHint, ruleBuilder, backtest } = props
  const navigate = useNavigate()
  const formId = useId()
  const page = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  const { blocker, release } = useUnsavedWarning(changed.anything)
  const { saving, refused, conflict, save } = useStrategySave(existing)
  const [tried, setTried] = useState<FieldErrors>({})
  const errors = { ...refused, ...tried }

  useBarHeight(bar, '--save-bar')
  useEffect(() => page.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [tried, refused])

  async function submit() {
    if (saving) return
    const read = readFields(fields)
    setTried({ ...(read.ok ? {} : read.error), ...(rules ? {} : { rules: 'The rules are incomplete. Fix the highlighted fields.' }) })
    if (!read.ok || !rules) return
    const id = await save({ ...read.value, rules })
    if (id === null) return
    release()
    void navigate(paths.strategy(id))
  }

  return (
    <Page ref={page}>
      <Card>
        <h2>What it is</h2>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <StrategyFieldset
            fields={fields}
            errors={errors}
            hasLegs={hasLegs}
            riskHint={riskHint}
            onChange={(next) => {
              setTried({})
              onFields(next)
            }}
          />
        </form>
      </Card>
      <Card>
        <h2>When it trades</h2>
        <div className="template">
          <TemplateChoice onChoose={onTemplate} />
        </div>
        {ruleBuilder}
      </Card>
      <Card>
        <h2>Backtest</h2>
        <p>A backtest of the rules and terms above, saved or not. Hypothetical: no real money.</p>
        {backtest}
      </Card>
      <SaveBar ref={bar}>
        {conflict === null ? null : (
          <p role="alert">
            {conflict}{' '}
            <Button $look="quiet" type="button" onClick={onReload}>
              Discard my changes and reload
            </Button>
          </p>
        )}
        {errors['rules'] === undefined ? null : <p role="alert">{errors['rules']}</p>}
        <p>{saveConsequence(existing, fields, changed.rules)}</p>
        <Button as={Link} $look="quiet" to={existing ? paths.strategy(existing.id) : SCREENS.strategies}>
          Cancel
        </Button>
        <Button type="submit" form={formId} aria-disabled={saving}>
          {saving ? 'Saving …' : existing ? 'Save Changes' : 'Create Strategy'}
        </Button>
      </SaveBar>
      {blocker.state === 'blocked' ? (
        <ConfirmDialog
          title="Leave without saving?"
          consequence="Your changes here are not saved and will be lost."
          confirmLabel="Leave"
          onConfirm={() => blocker.proceed()}
          onCancel={() => blocker.reset()}
        />
      ) : null}
    </Page>
  )
}
