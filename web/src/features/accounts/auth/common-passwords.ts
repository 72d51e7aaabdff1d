/** Part of the list that the server refuses (@zxcvbn-ts/language-common). */
export const commonPasswords: ReadonlySet<string> = new Set(
  (
    '123456 password 12345678 qwerty 123456789 111111 1234567 dragon 123123 baseball abc123 football monkey letmein ' +
    'shadow master 696969 michael mustang 666666 qwertyuiop 123321 1234567890 superman 1qaz2wsx 7777777 jordan qazwsx ' +
    'jennifer 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh buster andrew batman soccer tigger charlie ' +
    'robert sunshine thomas iloveyou ranger daniel hockey george computer michelle jessica starwars pepper 112233 ' +
    'zxcvbn freedom princess joshua maggie ginger 11111111 131313 amanda ashley cheese 159753 nicole summer matthew ' +
    'chelsea dallas matrix william yankees taylor corvette austin access martin heather thunder merlin secret diamond ' +
    'anthony hammer 1234qwer silver gfhjkm justin patrick richard bailey internet samantha golfer scooter orange ' +
    'cookie q1w2e3r4t5 maverick jackson sparky mickey phoenix bigdog snoopy guitar whatever chicken morgan andrea ' +
    'camaro mercedes peanut ferrari cowboy falcon welcome samsung steelers joseph smokey dakota melissa arsenal ' +
    'boomer eagles tigers marina nascar gateway porsche yellow monster spider diablo hannah bulldog junior london ' +
    'purple compaq lakers iceman qwer1234 hardcore cowboys banana ncc1701 boston brandon tennis johnny miller ' +
    'q1w2e3r4 coffee scooby 123654 edward nikita mother yamaha brandy barney chester oliver charles player knight ' +
    'forever steven rangers midnight chicago bigdaddy redsox victoria please fender jasper slayer rabbit natasha ' +
    'rachel marine wizard raiders prince casper fishing flower crystal jasmine iwantu adidas winner winter gandalf ' +
    'password1 ghbdtn 1q2w3e4r angela golden lauren cocacola jordan23 winston madison angels shannon sophie johnson ' +
    'asdfasdf thx1138 toyota murphy canada danielle 12344321 8675309 jonathan liverpoo muffin cooper apples jackie ' +
    'dennis qwerty123 passw0rd abcd1234 sandra pokemon 123abc slipknot carlos qazxsw 123456a scorpion qwaszx nathan ' +
    'butter startrek rainbow asdfghjkl redskins newyork gemini cameron qazwsxedc florida liverpool turtle nicholas ' +
    'viking booger wilson sierra butthead doctor rocket 159357 victor dolphins captain bandit jaguar packers pookie ' +
    'peaches 789456 dolphin helpme tucker theman tiffany maxwell jeremy qwertyui debbie albert maddog lovers monica ' +
    'united giants nirvana metallic hotdog rosebud mountain benjamin warrior stupid elephant success bond007'
  ).split(' '),
)
