/** Dialogs open over the current screen. */
export type CommandView = 'menu' | 'upload' | 'donation' | 'campaign'
