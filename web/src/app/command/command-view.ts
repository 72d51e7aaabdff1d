/** The menu itself, or the dialog chosen from it. Dialogs open over the current screen. */
export type CommandView = 'menu' | 'upload' | 'donation' | 'campaign'
