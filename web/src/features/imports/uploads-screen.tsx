import { LaterScreen } from '../../portal/later-screen.tsx'

export default function UploadsScreen() {
  return <LaterScreen title="Uploads" sentence="The history of uploads is not built yet." />
}
