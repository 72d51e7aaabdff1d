/** The menu, or what was chosen in it: dialogs open over whatever screen is there. */
export type CommandStage = 'menu' | 'upload' | 'donation' | 'campaign'
