import { EmptyFallback, lazyComponent } from '../../../ui/lazy.tsx'

export { requestExport } from './request-export.ts'

export const FileList = lazyComponent(() => import('./file-list.tsx'))
export const LargeExportNote = lazyComponent(() => import('./large-export-note.tsx'), EmptyFallback)
