import { inGuillemets } from '@twofold/matching'
import { Link } from 'react-router'
import { frenchLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import { ContactLink, capitalize, type FaqTexts, inlineLinkClass } from './questions.tsx'

/** Québec typography: a non-breaking space before a colon and inside guillemets, none before ? ! ; */
const quoted = (text: string): string => inGuillemets(text, '\u00a0')

export const french: FaqTexts = {
  tag: 'fr-CA',
  frame: frenchLayoutTexts,
  title: 'Questions fréquentes',
  lead: 'Pour les personnes qui donnent et pour les organismes',
  general: 'Généralités',
  workingWith: (company) => `avec ${company}`,
  unanswered: 'Votre question n’est pas là? Notre équipe répond les jours ouvrables.',
  write: 'Écrivez-nous',
  yourEmployer: 'votre employeur',

  role: (employer) => ({
    question: 'Qu’est-ce que Twofold, et que fait ce service?',
    answer: (
      <>
        <p>
          {`Beaucoup d’employeurs jumellent les dons de leur personnel. Twofold travaille pour l’organisme auquel vous avez donné. Nous cherchons ce qui est jumelé chez ${employer}, nous vous expliquons comment faire la demande et nous vous la rappelons avant l’échéance.`}
        </p>
        <p>
          {`Nous vous accompagnons\u00a0: votre don et le jumelage ne passent jamais par nous. Les deux vont directement à l’organisme. C’est ${employer} qui décide si un don est jumelé.`}
        </p>
      </>
    ),
  }),

  partner: (kind, employer) => {
    const who = {
      vr: 'La plateforme de collecte par laquelle vous avez donné',
      apex: 'L’entreprise qui a organisé la collecte à votre école',
    }[kind]
    const short = { vr: 'la plateforme de collecte', apex: 'l’entreprise derrière la collecte' }[kind]
    return {
      who: {
        question: 'Qui fait quoi, entre l’organisme, le partenaire et Twofold?',
        answer: (
          <ul>
            <li>
              <strong>L’organisme ou l’école</strong> a reçu votre don, et recevra aussi le jumelage.
            </li>
            <li>
              <strong>{who}</strong> a traité votre don, l’a remis et nous en a informés pour qu’il puisse être jumelé.
            </li>
            <li>
              <strong>Twofold</strong>
              {` cherche comment fonctionne le jumelage chez ${employer}, et vous guide, vous et l’organisme, jusqu’au bout.`}
            </li>
          </ul>
        ),
      },
      refused: {
        question: `Mon entreprise dit qu’elle ne jumelle pas les dons à ${short}. Que faire?`,
        answer: (
          <>
            <p>
              {`Ce n’est pas un problème\u00a0: ${short} n’est pas l’organisme. Demandez le jumelage de votre don `}
              <strong>à l’organisme ou à l’école qui l’a reçu</strong>. Utilisez son nom et son numéro fiscal (EIN), qui
              sont dans notre courriel et sur votre reçu.
            </p>
            <p>
              {`Si le formulaire demande comment vous avez donné, répondez ${quoted('en ligne, par carte')} ou ce qui s’en approche le plus. Si votre entreprise refuse encore, `}
              <ContactLink>dites-nous</ContactLink> ce qu’elle a répondu et nous nous en occuperons.
            </p>
          </>
        ),
      },
    }
  },

  how: {
    portal: (employer) => ({
      question: `Comment se fait le jumelage sur le portail de dons chez ${employer}?`,
      answer: (
        <>
          <p>{`Chez ${employer}, les demandes se font sur un portail de dons. Il faut environ cinq minutes\u00a0:`}</p>
          <ol>
            <li>
              {`Appuyez sur le bouton de notre courriel, puis sur ${quoted('Ouvrir le portail')}. Connectez-vous comme vous le faites au travail.`}
            </li>
            <li>
              Choisissez de demander le jumelage d’un don déjà fait, et trouvez l’organisme par son nom ou son numéro
              fiscal.
            </li>
            <li>Inscrivez le montant et la date de votre don, et joignez le reçu si on vous le demande.</li>
            <li>{`Revenez à notre page et appuyez sur ${quoted('J’ai fait la demande')}, pour que nous cessions de vous le rappeler.`}</li>
          </ol>
          <p>Le portail demande ensuite à l’organisme de confirmer le don, puis votre employeur paie.</p>
        </>
      ),
    }),
    manual: (employer) => ({
      question: `Comment se fait le jumelage quand j’écris à ${employer}?`,
      answer: (
        <>
          <p>
            {`Chez ${employer}, les demandes se font par courriel ou par lettre. Nous avons rédigé le texte pour vous\u00a0:`}
          </p>
          <ol>
            <li>
              Appuyez sur le bouton de notre courriel et lisez le texte. Il nomme l’organisme, son numéro fiscal et
              votre don.
            </li>
            <li>Envoyez-le de votre adresse au travail à la personne indiquée.</li>
            <li>{`Appuyez sur ${quoted('J’ai fait la demande')} sur notre page.`}</li>
          </ol>
          <p>
            Si l’on vous demande autre chose, comme un reçu ou une lettre de l’organisme, celui-ci peut vous fournir les
            deux.
          </p>
        </>
      ),
    }),
    esign: (employer) => ({
      question: `Comment se fait le jumelage avec le formulaire utilisé chez ${employer}?`,
      answer: (
        <>
          <p>{`Chez ${employer}, il faut un formulaire signé.`}</p>
          <ol>
            <li>Appuyez sur le bouton de notre courriel pour ouvrir le formulaire, ou pour lire où l’obtenir.</li>
            <li>
              Vérifiez vos renseignements, remplissez ce qui manque et signez. Certains employeurs n’acceptent qu’une
              signature sur papier.
            </li>
            <li>Envoyez-le comme la page l’indique. Si l’organisme doit signer lui aussi, il le fait après vous.</li>
          </ol>
          <p>
            {`Si vous signez sur notre page, c’est tout. Si vous envoyez le formulaire vous-même, appuyez sur ${quoted('Je l’ai envoyé')} ou ${quoted('Je l’ai posté')} pour que nous cessions de vous le rappeler.`}
          </p>
        </>
      ),
    }),
    direct: (employer) => ({
      question: `Comment se fait le jumelage quand seuls les dons faits sur le site de dons sont jumelés chez ${employer}?`,
      answer: (
        <>
          <p>
            {`Chez ${employer}, on jumelle les dons faits sur le site de dons de l’entreprise ou retenus sur la paie. Un don fait ailleurs ne peut pas être jumelé après coup; il n’y a donc rien à demander pour celui-ci.`}
          </p>
          <p>
            {
              'La prochaine fois, donnez par le site de dons de votre entreprise\u00a0: le jumelage s’ajoutera tout seul.'
            }
          </p>
        </>
      ),
    }),
  },

  wrong: ({ correction }) => ({
    question: 'Mon nom, mon courriel ou mon entreprise est inexact. Comment le corriger?',
    answer: correction ? (
      <>
        <p>
          <Link to={correction.path} className={inlineLinkClass}>
            Modifiez votre demande de jumelage
          </Link>
          {'. Nous enverrons un lien à usage unique à l’adresse inscrite dans la demande, pour ouvrir le formulaire.'}
        </p>
        <p>La personne à la nouvelle adresse aura la gestion de la demande.</p>
      </>
    ) : (
      <p>
        {`Appuyez sur le bouton de notre dernier courriel au sujet de votre jumelage, et choisissez ${quoted('Modifier ma demande')} au bas de la page. Si vous n’avez plus ce courriel, `}
        <ContactLink>écrivez-nous</ContactLink> de l’adresse à laquelle il a été envoyé, et dites-nous de quel don il
        s’agit et ce qu’il faut changer.
      </p>
    ),
  }),

  other: {
    question: 'Mon entreprise n’est pas dans la liste. Que choisir?',
    answer: (
      <>
        <p>
          {
            'Essayez d’abord d’autres noms\u00a0: celui de la société mère, celui de votre talon de paie, ou le nom sans «\u00a0inc.\u00a0» S’il n’y est toujours pas, choisissez '
          }
          <strong>{quoted('Autre')}</strong> avec le nom tel que vous l’avez écrit.
        </p>
        <p>Nous ferons la recherche et nous vous écrirons dès que nous le saurons.</p>
      </>
    ),
  },

  link: ({ company }) => ({
    question: 'Le lien du courriel de jumelage ne fonctionne pas. Que puis-je faire?',
    answer: (
      <>
        <p>
          {`Copiez l’adresse entière dans votre navigateur\u00a0: les logiciels de courriel coupent parfois les plus longues. Si elle mène à un portail de dons, essayez-la à partir du réseau ou de l’intranet ${company ? `utilisé chez ${company}` : 'de votre entreprise'}, car beaucoup ne s’ouvrent que de là. Une recherche de ${quoted('dons jumelés')} ou de ${quoted('matching gifts')} dans l’intranet en trouve la plupart.`}
        </p>
        <p>
          Les entreprises déplacent leurs portails. Si la page n’existe plus, <ContactLink>dites-le-nous</ContactLink>
          {'\u00a0: nous la corrigerons pour toutes les personnes qui y travaillent.'}
        </p>
      </>
    ),
  }),

  minimum: (employer) => ({
    question: 'Mon don est inférieur au minimum de mon entreprise. Est-il perdu?',
    answer: (
      <p>
        {`Non. D’autres dons au même organisme s’y ajoutent\u00a0: dès qu’ils atteignent ensemble le minimum en vigueur chez ${employer}, avant l’échéance, nous vous écrivons pour demander le jumelage du total. Quelques entreprises ne regroupent pas les dons.`}
      </p>
    ),
  }),

  deadline: (employer) => ({
    question: 'Combien de temps ai-je pour demander le jumelage?',
    answer: (
      <p>
        {`Cela dépend des règles chez ${employer}\u00a0: souvent dans l’année qui suit le don ou d’ici la fin de l’année civile, parfois dans les 90 jours. Quand nous connaissons la date, elle est dans nos courriels. Si votre demande n’a pas avancé, vous recevez un dernier courriel une semaine avant l’échéance. Une fois celle-ci passée, le don ne peut plus être jumelé.`}
      </p>
    ),
  }),

  payout: (employer) => ({
    question: 'Quand le jumelage est-il versé?',
    answer: (
      <p>
        {`Cela varie d’une entreprise à l’autre. Beaucoup paient une fois par trimestre, certaines chaque mois, d’autres une fois par an, et souvent par une société qui réunit de nombreux paiements en un seul. ${capitalize(employer)} connaît son propre calendrier; de trois à six mois après la demande, cela n’a rien d’inhabituel.`}
      </p>
    ),
  }),

  received: {
    question: 'Pouvez-vous confirmer que l’argent du jumelage a été reçu?',
    answer: (
      <>
        <p>
          Pas vraiment. L’argent va directement à l’organisme, de l’employeur ou d’une société qui paie en son nom. Les
          paiements arrivent souvent en une seule somme pour beaucoup de personnes et plusieurs mois, sans noms, si bien
          que même l’organisme ne sait pas toujours à qui correspond le jumelage.
        </p>
        <p>
          {
            'Le meilleur endroit où regarder est le portail de dons de votre entreprise\u00a0: il indique si votre demande a été approuvée et payée.'
          }
        </p>
      </>
    ),
  },

  child: {
    question: 'Le montant jumelé compte-t-il pour mon enfant?',
    answer: (
      <p>
        {
          'Probablement pas. Le jumelage arrive habituellement après la fin de la collecte, et il va à l’ensemble de l’école ou de l’organisme. Certaines collectes comptent les jumelages demandés; informez-vous auprès des responsables.'
        }
      </p>
    ),
  },
}
