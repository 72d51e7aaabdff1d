/** The menu itself, or the dialog chosen from it. Dialogs open over the current screen. */
export type CommandStage = 'menu' | 'upload' | 'donation' | 'campaign'
