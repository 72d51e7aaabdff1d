import { Columns3 } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyComponent } from '../../../../ui/lazy.tsx'
import { Popover } from '../../../../ui/menu.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import type { ColumnChoice } from './columns-panel.tsx'

const ColumnsPanel = lazyComponent(() => import('./columns-panel.tsx'))

export function ColumnsButton(choice: ColumnChoice) {
  return (
    <Popover
      label="Columns"
      className="w-[22rem] p-5"
      trigger={
        <Button variant="secondary" size="small" icon={Columns3} className="whitespace-nowrap">
          Columns
        </Button>
      }
    >
      <Suspense fallback={<Loading />}>
        <ColumnsPanel {...choice} />
      </Suspense>
    </Popover>
  )
}
