export type CommandView = 'menu' | 'upload' | 'donation' | 'campaign'
