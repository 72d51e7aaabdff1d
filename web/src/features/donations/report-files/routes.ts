export { FileNotices } from './file-notices.tsx'
