import { useQuery } from '@apollo/client/react'
import { FileQuestion } from 'lucide-react'
import { useReducer, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router-dom'
import { SCREENS } from '../../schema/paths.ts'
import { parseRuleSet } from '../../schema/rules/parseRuleSet.ts'
import type { RuleSet } from '../../schema/rules/RuleSet.ts'
import type { StrategyTemplate } from '../../schema/rules/templates.ts'
import { BacktestPanel } from '../features/backtest/BacktestPanel.tsx'
import { readDraft } from '../features/ruleBuilder/readDraft.ts'
import { RuleBuilder } from '../features/ruleBuilder/RuleBuilder.tsx'
import { beginHistory, editHistory } from '../features/ruleBuilder/RuleHistory.ts'
import { draftFromRules } from '../features/ruleBuilder/draftFromRules.ts'
import type { RuleDraft } from '../features/ruleBuilder/RuleDraft.ts'
import { DraftLot } from '../features/strategies/DraftLot.tsx'
import type { RiskTerms } from '../features/strategies/lossAtStop.ts'
import { LegsNote } from '../features/strategies/LegsNote.tsx'
import { RiskHint } from '../features/strategies/RiskHint.tsx'
import { fieldsOf } from '../features/strategyEditor/fieldsOf.ts'
import { readTerms } from '../features/strategyEditor/readFields.ts'
import { StrategyEditor } from '../features/strategyEditor/StrategyEditor.tsx'
import { NEW_STRATEGY, withTemplate, type StrategyFields } from '../features/strategyEditor/StrategyFields.ts'
import { ManagedStrategiesDocument, type ManagedStrategyPartsFragment } from '../gql/generated/graphql.ts'
import { useAuthStore } from '../lib/session/useAuthStore.ts'
import { Button } from '../ui/Button.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** Writes a new strategy, or changes one; for admins. */
export default function StrategyEditorScreen() {
  const { id } = useParams()
  const isAdmin = useAuthStore(({ user }) => user?.role === 'admin')
  const { data, error, refetch } = useQuery(ManagedStrategiesDocument, { skip: id === undefined || !isAdmin, fetchPolicy: 'network-only' })
  // Counts the reloads on demand, each of which starts over.
  const [reading, setReading] = useState(0)
  if (!isAdmin) return <Navigate to={SCREENS.strategies} replace />
  const existing = data?.managedStrategies.find((strategy) => strategy.id === id)

  return (
    <>
      <PageHeader
        title={id === undefined ? 'Create Strategy' : `Edit ${existing?.name ?? 'Strategy'}`}
        subtitle="Build rules from menus, read them in plain English, and backtest them before anyone subscribes."
      />
      {error ? <LoadFailure text="Failed to load strategies" error={error} onRetry={() => void refetch()} /> : null}
      {id === undefined ? (
        <Bench existing={null} onReload={() => undefined} />
      ) : existing ? (
        <Bench key={reading} existing={existing} onReload={() => void refetch().then(() => setReading(reading + 1))} />
      ) : data ? (
        <EmptyState icon={FileQuestion} title="No such strategy" text="It may have been deleted.">
          <Button as={Link} to={SCREENS.strategies}>
            Back to the marketplace
          </Button>
        </EmptyState>
      ) : error ? null : (
        <Skeleton $height={900} />
      )}
    </>
  )
}

/** The edited strategy, as first loaded. */
function Bench({ existing: read, onReload }: { existing: ManagedStrategyPartsFragment | null; onReload: () => void }) {
  // Changes that others store meanwhile must not alter the form: saving reports them.
  const [existing] = useState(read)
  const [beginning] = useState(() => ({ fields: existing ? fieldsOf(existing) : NEW_STRATEGY, draft: beginningOf(existing) }))
  const [fields, setFields] = useState(beginning.fields)
  const [history, dispatch] = useReducer(editHistory, beginning.draft, beginHistory)
  const rules = readDraft(history.draft)
  const terms = readTerms(fields)
  const hasLegs = history.draft.position !== null
  const before = readDraft(beginning.draft)
  const rulesChanged = JSON.stringify(rules) !== JSON.stringify(before)
  const changed = { rules: rulesChanged, anything: rulesChanged || JSON.stringify(fields) !== JSON.stringify(beginning.fields) }

  function startFrom(template: StrategyTemplate) {
    setFields(withTemplate(fields, template))
    dispatch({ kind: 'edit', edit: { kind: 'load', rules: parsed(template.rules, template.slug) } })
  }

  return (
    <StrategyEditor
      existing={existing}
      fields={fields}
      rules={rules.ok ? rules.value : null}
      changed={changed}
      onFields={setFields}
      onTemplate={startFrom}
      onReload={onReload}
      hasLegs={hasLegs}
      riskHint={
        hasLegs ? <LegsNote /> : <RiskHint instruments={fields.instruments} terms={terms.ok ? riskOf(fields) : null} ofFunds={null} />
      }
      ruleBuilder={
        <>
          <RuleBuilder history={history} errors={rules.ok ? [] : rules.error} dispatch={dispatch} />
          <DraftLot draft={rules.ok && terms.ok ? { ...terms.value, rules: rules.value } : null} instruments={fields.instruments} />
        </>
      }
      backtest={
        <BacktestPanel
          subject={rules.ok && terms.ok ? { draft: { ...terms.value, rules: rules.value } } : null}
          symbol={fields.instruments[0] ?? 'NIFTY'}
          latest={null}
        />
      }
    />
  )
}

function riskOf({ riskPerTrade, stopLoss, quantity }: StrategyFields): RiskTerms {
  return {
    ...{ risk: Number(riskPerTrade), lots: Number(quantity), sizeByRisk: false },
    stopLoss: { unit: 'PERCENT', value: Number(stopLoss) },
  }
}

function beginningOf(existing: ManagedStrategyPartsFragment | null): RuleDraft {
  let id = 1
  return existing
    ? draftFromRules(parsed(existing.rules, existing.name), () => id++)
    : { interval: '5min', long: null, short: null, enter: null, position: null }
}

/** Throws when the stored rules are no rule set: then there is nothing to edit. */
function parsed(source: unknown, name: string): RuleSet {
  const rules = parseRuleSet(source)
  if (!rules.ok)
    throw new Error(`The rules of ${name} do not parse: ${rules.error.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
  return rules.value
}
