import { Input } from './TextField.tsx'

interface DateRangeProps {
  /** YYYY-MM-DD, or empty for no bound. */
  from: string
  to: string
  /** Called with the end that was changed. */
  onChange: (changed: { readonly from: string } | { readonly to: string }) => void
}

const WITHIN = { min: '2000-01-01', max: '2099-12-31' }

/** The first and the last day of what is shown. */
export function DateRange({ from, to, onChange }: DateRangeProps) {
  return (
    <>
      <label>
        From
        <Input type="date" {...WITHIN} value={from} onChange={({ target }) => onChange({ from: target.value })} />
      </label>
      <label>
        To
        <Input type="date" {...WITHIN} value={to} onChange={({ target }) => onChange({ to: target.value })} />
      </label>
    </>
  )
}
