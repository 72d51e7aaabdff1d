import { describe, expect, test } from 'vitest'
import { defaultLimits, describeTable, type MappedOrganization, proposeMap, readGifts, readTable } from './index.ts'

const today = '2026-11-21'

type Tool = {
  name: string
  text: string
  map: Record<string, string>
  cents: number[]
  rejected?: number
  leftOut?: number
  currencies?: string[]
}

const tools: Tool[] = [
  {
    name: 'Network for Good',
    text: `Donation Date,Donation ID,Donor First Name,Donor Last Name,Donor Email,Donation Amount,Processing Fee,Net Amount,Donor Address 1,Donor City,Donor State,Donor Zip,Designation,Employer Name,Donation Status
3/14/2026 10:22,NFG-1,Ada,Example,ada@example.org,$50.00,$1.50,$48.50,1 Sample St,Boston,MA,02139,General,Microsoft,Completed
3/15/2026 11:00,NFG-2,Bo,Sample,bo@example.org,"$1,250.00",$37.50,"$1,212.50",2 Sample St,Boston,MA,02139,General,,Completed
3/16/2026 11:00,NFG-3,Cy,Sample,cy@example.org,$10.00,$0.30,$9.70,3 Sample St,Boston,MA,02139,General,Apple,Canceled`,
    map: {
      'Donation Date': 'donated_at',
      'Donation ID': 'transaction_id',
      'Donor First Name': 'donor.first_name',
      'Donor Last Name': 'donor.last_name',
      'Donor Email': 'donor.email',
      'Donation Amount': 'amount',
      'Donor Address 1': 'address.street',
      'Donor City': 'address.city',
      'Donor State': 'address.state',
      'Donor Zip': 'address.zip',
      'Employer Name': 'company.name',
    },
    cents: [5000, 125000],
    leftOut: 1,
  },
  {
    name: 'pledges with their payments',
    text: `Gift ID,Gift Date,Name,Email,Gift Amount,Amount Paid,Pledge Balance
1,2026-04-02,Ada Example,ada@example.org,"1,000.00",100.00,900.00
2,2026-04-03,Bo Sample,bo@example.org,50.00,50.00,0.00`,
    map: {
      'Gift ID': 'transaction_id',
      'Gift Date': 'donated_at',
      Name: 'donor.name',
      Email: 'donor.email',
      'Amount Paid': 'amount',
    },
    cents: [10000, 5000],
  },
  {
    name: 'Little Green Light',
    text: `Gift ID,Constituent ID,Addressee,Constituent Name,Gift Date,Deposit Date,Gift Type,Received Amount,Deductible Amount,Fund,Campaign,Appeal,Employer,Preferred Email,Preferred Phone,Street,City,State,Postal Code
1001,55,Mr. Abe Example,Abe Example,2026-04-02,2026-04-05,Gift,100.00,100.00,Annual,,,IBM,abe@example.org,(617) 555-0101,5 Elm St,Salem,MA,01970
1002,56,Ms. Bea Example,Bea Example,2026-04-03,2026-04-05,Pledge,200.00,200.00,Annual,,,Google,bea@example.org,(617) 555-0102,6 Elm St,Salem,MA,01970
1003,56,Ms. Bea Example,Bea Example,2026-04-03,2026-04-05,Gift,20.00,20.00,Annual,,,Google,bea@example.org,(617) 555-0102,6 Elm St,Salem,MA,01970`,
    map: {
      'Gift ID': 'transaction_id',
      'Constituent Name': 'donor.name',
      'Gift Date': 'donated_at',
      'Received Amount': 'amount',
      Employer: 'company.name',
      'Preferred Email': 'donor.email',
      'Preferred Phone': 'donor.phone',
      Street: 'address.street',
      City: 'address.city',
      State: 'address.state',
      'Postal Code': 'address.zip',
    },
    cents: [10000, 2000],
    leftOut: 1,
  },
  {
    name: 'Neon CRM',
    text: `Donation ID;Account ID;Full Name (F);Email 1;Donation Date;Donation Amount;Tip;Tender Type;Payment Status;Company Name
9001;11;Gia Example;gia@example.org;05/20/2026;75.00;5.00;Credit Card;SUCCEEDED;Deloitte
9002;12;Hal Example;hal@example.org;05/21/2026;30.00;0.00;Check;SUCCEEDED;`,
    map: {
      'Donation ID': 'transaction_id',
      'Full Name (F)': 'donor.name',
      'Email 1': 'donor.email',
      'Donation Date': 'donated_at',
      'Donation Amount': 'amount',
      'Company Name': 'company.name',
    },
    cents: [7500, 3000],
  },
  {
    name: 'Donately',
    text: `donation_id,donation_date,amount_in_cents_note,donor_name,donor_email,donor_phone,total_amount,fee,status,campaign_title,who_do_you_work_for
don_1,2026-01-20T10:00:00-05:00,x,Ira Example,ira@example.org,+1 617 555 0103,25.00,1.00,processed,Spring,Target
don_2,2026-01-21T10:00:00-05:00,x,Jo Example,jo@example.org,,35.00,1.00,refunded,Spring,`,
    map: {
      donation_id: 'transaction_id',
      donation_date: 'donated_at',
      donor_name: 'donor.name',
      donor_email: 'donor.email',
      donor_phone: 'donor.phone',
      total_amount: 'amount',
      who_do_you_work_for: 'company.name',
    },
    cents: [2500],
    leftOut: 1,
  },
  {
    name: 'Fundraise Up',
    text: `Created at (UTC),Donation ID,Status,Original amount,Original currency,Supporter first name,Supporter last name,Supporter email,Supporter phone,Mailing address line 1,Mailing address city,Mailing address state,Mailing address ZIP/Postal code,Mailing address country,Supporter employer,Payout amount,Tribute recipient email
2026-06-01 12:00:01,DABC,Succeeded,60.00,USD,Kim,Example,kim@example.org,617-555-0104,7 Oak St,Austin,TX,78701,US,Dell,58.00,other@example.org
2026-06-02 12:00:01,DABD,Failed,61.00,USD,Lee,Example,lee@example.org,617-555-0105,8 Oak St,Austin,TX,78701,US,,59.00,`,
    map: {
      'Created at (UTC)': 'donated_at',
      'Donation ID': 'transaction_id',
      'Original amount': 'amount',
      'Supporter first name': 'donor.first_name',
      'Supporter last name': 'donor.last_name',
      'Supporter email': 'donor.email',
      'Supporter phone': 'donor.phone',
      'Mailing address line 1': 'address.street',
      'Mailing address city': 'address.city',
      'Mailing address state': 'address.state',
      'Mailing address ZIP/Postal code': 'address.zip',
      'Mailing address country': 'address.country',
      'Supporter employer': 'company.name',
    },
    cents: [6000],
    leftOut: 1,
  },
  {
    name: 'Every.org',
    text: `charge_id\tdate\tgross_amount\tnet_amount\tfirst_name\tlast_name\temail\tdesignation\tmatching_company
c-1\tMar 31, 2026\t20.00\t19.40\tMo\tExample\tmo@example.org\tGeneral\tAdobe
c-2\tApr 1, 2026\t21.00\t20.40\tNan\tExample\tnan@example.org\tGeneral\t`,
    map: {
      charge_id: 'transaction_id',
      date: 'donated_at',
      gross_amount: 'amount',
      first_name: 'donor.first_name',
      last_name: 'donor.last_name',
      email: 'donor.email',
      matching_company: 'company.name',
    },
    cents: [2000, 2100],
  },
  {
    name: 'Kindful',
    text: `Transaction ID,Date,Contact Name,Contact Email,Contact Street,Contact City,Contact State,Contact Zip,Amount,Fund,Soft Credit,Refunded,Created
K1,7/4/2026,Oz Example,oz@example.org,1 Pine St,Reno,NV,89501,$15.00,General,No,No,7/5/2026
K2,7/14/2026,Pam Example,pam@example.org,2 Pine St,Reno,NV,89501,$16.00,General,Yes,No,7/15/2026`,
    map: {
      'Transaction ID': 'transaction_id',
      Date: 'donated_at',
      'Contact Name': 'donor.name',
      'Contact Email': 'donor.email',
      'Contact Street': 'address.street',
      'Contact City': 'address.city',
      'Contact State': 'address.state',
      'Contact Zip': 'address.zip',
      Amount: 'amount',
    },
    cents: [1500],
    leftOut: 1,
  },
  {
    name: 'CanadaHelps',
    text: `TRANSACTION NUMBER,DONOR FIRST NAME,DONOR LAST NAME,DONOR COMPANY NAME,DONOR EMAIL ADDRESS,DONOR ADDRESS 1,DONOR CITY,DONOR PROVINCE/STATE,DONOR POSTAL/ZIP CODE,DONOR COUNTRY,DONATION DATE,DONATION TIME,AMOUNT,FEE,PAYOUT DATE,CURRENCY
987654,Zoé,Québec,Shopify,zoe@example.org,12 rue Fictive,Montréal,QC,H2X 1Y4,Canada,2026/02/14,10:15,100.00,4.00,2026/02/20,CAD
987655,Yan,Québec,,yan@example.org,13 rue Fictive,Montréal,QC,H2X 1Y4,Canada,2026/02/15,10:15,50.00,2.00,2026/02/20,CAD`,
    map: {
      'TRANSACTION NUMBER': 'transaction_id',
      'DONOR FIRST NAME': 'donor.first_name',
      'DONOR LAST NAME': 'donor.last_name',
      'DONOR COMPANY NAME': 'company.name',
      'DONOR EMAIL ADDRESS': 'donor.email',
      'DONOR ADDRESS 1': 'address.street',
      'DONOR CITY': 'address.city',
      'DONOR PROVINCE/STATE': 'address.state',
      'DONOR POSTAL/ZIP CODE': 'address.zip',
      'DONOR COUNTRY': 'address.country',
      'DONATION DATE': 'donated_at',
      AMOUNT: 'amount',
    },
    cents: [10000, 5000],
  },
  {
    name: 'a European shop',
    text: `Datum;Name;E-Mail;Betrag;Arbeitgeber (employer)
04.03.2026;Uta Example;uta@example.org;"1.234,56 €";SAP
15.03.2026;Vin Example;vin@example.org;"12,50 €";`,
    map: {
      Datum: 'donated_at',
      Name: 'donor.name',
      'E-Mail': 'donor.email',
      Betrag: 'amount',
      'Arbeitgeber (employer)': 'company.name',
    },
    cents: [123456, 1250],
  },
  {
    name: 'a form builder',
    text: `Timestamp,Your name,Email Address,How much would you like to give? (amount),Which company do you work for?,Comments
3/4/2026 17:52:01,Wes Example,wes@example.org,$40,Costco,hello
3/31/2026 8:01:11,Xia Example,xia@example.org,45,Self-employed,`,
    map: {
      Timestamp: 'donated_at',
      'Your name': 'donor.name',
      'Email Address': 'donor.email',
      'How much would you like to give? (amount)': 'amount',
      'Which company do you work for?': 'company.name',
    },
    cents: [4000, 4500],
  },
  {
    name: 'Givelify',
    text: `Giver Name,Giver Email,Giver Phone,Donation Date,Gross Donation,Transaction Fee,Net Donation,Envelope,Receipt Number
Yas Example,yas@example.org,617-555-0107,2026-08-30,33.00,1.26,31.74,Offering,R-1
Zed Example,zed@example.org,617-555-0108,2026-08-31,34.00,1.29,32.71,Tithe,R-2`,
    map: {
      'Giver Name': 'donor.name',
      'Giver Email': 'donor.email',
      'Giver Phone': 'donor.phone',
      'Donation Date': 'donated_at',
      'Gross Donation': 'amount',
      'Receipt Number': 'transaction_id',
    },
    cents: [3300, 3400],
  },
  {
    name: 'a sheet kept by hand',
    text: `Riverbend spring gala,,,,
,,,,
Last,First,Gave,When,Works at (employer)
Example,Ann,$20,6/1/26,Walmart
Example,Ben,"$1,000",6/30/26,

Total,,"$1,020",,`,
    map: {
      Last: 'donor.last_name',
      First: 'donor.first_name',
      When: 'donated_at',
      'Works at (employer)': 'company.name',
      Gave: 'amount',
    },
    cents: [2000, 100000],
  },
  {
    name: 'Benevity with its lines above and below',
    text: `Donations Report,,,,,,
Charity Name,RIVERBEND EXAMPLE FOUNDATION,,,,,
Charity ID,840-000000000,,,,,
Period Ending,2026-04-30,,,,,
Currency,USD,,,,,
Payment Method,EFT,,,,,
Disbursement ID,TT123,,,,,
Note,This report lists your donations,,,,,
#-------------------------------------------,,,,,,
Company,Donation Date,Donor First Name,Donor Last Name,Email,Transaction ID,Total Donation to be Acknowledged
Google,2026-04-01T03:05:31Z,Ivo,McFiction,ivo@example.net,4EZCRQZAK3,"1,030.30"
Intel,2026-04-02T03:05:31Z,Not shared by donor,Not shared by donor,Not shared by donor,4EZCRQZAK4,30.00
Totals,,,,,,"1,060.30"
Total Donations (Gross),,,,,,"1,060.30"
Check Fee,,,,,,0.00
Net Total Payment,,,,,,"1,060.30"`,
    map: {
      Company: 'company.name',
      'Donation Date': 'donated_at',
      'Donor First Name': 'donor.first_name',
      'Donor Last Name': 'donor.last_name',
      Email: 'donor.email',
      'Transaction ID': 'transaction_id',
      'Total Donation to be Acknowledged': 'amount',
    },
    cents: [103030],
    rejected: 1,
  },
  {
    name: 'headers written together, ids from a database',
    text: `giftid|giftdate|giftamount|donorname|emailaddress|zipcode|mobilephone|employername
1|20260304|25|Cat Example|cat@example.org|02139|6175550109|3M
2|20260305|26|Dan Example|dan@example.org|02140|6175550110|GE`,
    map: {
      giftid: 'transaction_id',
      giftdate: 'donated_at',
      giftamount: 'amount',
      donorname: 'donor.name',
      emailaddress: 'donor.email',
      zipcode: 'address.zip',
      mobilephone: 'donor.phone',
      employername: 'company.name',
    },
    cents: [2500, 2600],
  },
  {
    name: 'Givebutter, with what was charged, the covered fee, the gift and the payout',
    text: `Reference #,Transaction date (UTC),Campaign,First name,Last name,Email,Company,Status,Method,Amount,Fee,Fee covered,Donated,Payout,Match amount
1001,2026-11-03 15:20:11,Annual,Ada,Example,ada@example.org,Google,succeeded,card,51.80,1.80,1.80,50.00,50.00,
1002,2026-11-04 15:20:11,Annual,Bo,Example,bo@example.org,,succeeded,card,100.00,3.20,0.00,100.00,96.80,`,
    map: {
      'Reference #': 'transaction_id',
      'Transaction date (UTC)': 'donated_at',
      'First name': 'donor.first_name',
      'Last name': 'donor.last_name',
      Email: 'donor.email',
      Company: 'company.name',
      Donated: 'amount',
    },
    cents: [5000, 10000],
  },
  {
    name: 'a form that says whether the donor covered the fees',
    text: `Transaction ID,Date,Name,Email,Total,Fee,Fees covered,Donated,Payout
T1,2026-11-03,Ada Example,ada@example.org,$51.80,$1.80,Yes,$50.00,$50.00
T2,2026-11-04,Bo Example,bo@example.org,$100.00,$3.20,No,$100.00,$96.80`,
    map: {
      'Transaction ID': 'transaction_id',
      Date: 'donated_at',
      Name: 'donor.name',
      Email: 'donor.email',
      Donated: 'amount',
    },
    cents: [5000, 10000],
  },
  {
    name: 'a form whose donated column is what was left after the fee',
    text: `Transaction ID,Date,Name,Email,Amount,Fee,Fees covered,Donated
T1,2026-11-03,Ada Example,ada@example.org,$50.00,$1.80,No,$48.20
T2,2026-11-04,Bo Example,bo@example.org,$100.00,$3.20,No,$96.80`,
    map: {
      'Transaction ID': 'transaction_id',
      Date: 'donated_at',
      Name: 'donor.name',
      Email: 'donor.email',
      Amount: 'amount',
    },
    cents: [5000, 10000],
  },
  {
    name: 'a platform that asks for tips',
    text: `Transaction,When,Giver,Giver Email,Employer's name,Total,Tip,Donation,Fee
T1,2026-03-04 10:00,Ada Example,ada@example.org,Google,28.00,3.00,25.00,1.00
T2,2026-03-05 10:00,Bo Example,bo@example.org,,33.00,3.00,30.00,1.00`,
    map: {
      Transaction: 'transaction_id',
      When: 'donated_at',
      Giver: 'donor.name',
      'Giver Email': 'donor.email',
      "Employer's name": 'company.name',
      Donation: 'amount',
    },
    cents: [2500, 3000],
  },
  {
    name: 'a tool in German',
    text: `Datum;Betrag;Vorname;Nachname;E-Mail-Adresse;Arbeitgeber
14.03.2026;1.250,00;Ada;Beispiel;ada@example.org;SAP
15.03.2026;25,00;Bo;Beispiel;bo@example.org;`,
    map: {
      Datum: 'donated_at',
      Betrag: 'amount',
      Vorname: 'donor.first_name',
      Nachname: 'donor.last_name',
      'E-Mail-Adresse': 'donor.email',
      Arbeitgeber: 'company.name',
    },
    cents: [125000, 2500],
  },
  {
    name: 'Raiser’s Edge with the short names of its export',
    text: `CnBio_System_ID,CnBio_Name,CnAdrPrf_Addrline1,CnAdrPrf_City,CnAdrPrf_State,CnAdrPrf_ZIP,CnPh_1_01_Phone_number,CnPrBs_Org_Name,CnPrBs_Position,Gf_System_ID,Gf_Date,Gf_Amount,Gf_Type,Gf_Fund,Gf_Receipt_amount
88100,Ada Byron,1 Sample St,Seattle,WA,98101,ada@example.org,Microsoft,Engineer,440100,3/13/2026,$50.00,Cash,GENERAL,$50.00
88107,Bo Okafor,2 Sample St,Boston,MA,02139,bo@example.org,,Teacher,440107,3/14/2026,$25.00,Cash,GENERAL,$25.00
88114,Cy Mendes,3 Sample St,Austin,TX,73301,cy@example.org,Boeing,Manager,440114,3/15/2026,$100.00,Cash,GENERAL,$100.00`,
    map: {
      CnBio_Name: 'donor.name',
      CnAdrPrf_Addrline1: 'address.street',
      CnAdrPrf_City: 'address.city',
      CnAdrPrf_State: 'address.state',
      CnAdrPrf_ZIP: 'address.zip',
      CnPh_1_01_Phone_number: 'donor.email',
      CnPrBs_Org_Name: 'company.name',
      Gf_System_ID: 'transaction_id',
      Gf_Date: 'donated_at',
      Gf_Amount: 'amount',
    },
    cents: [5000, 2500, 10000],
  },
  {
    name: 'eTapestry',
    text: `Account Number,Account Name,Date,Type,Received,Fund,Gift Type,Email,Phone - Voice,Address Lines,City,State/Province,Postal Code,Employer,Journal Entry Database Ref
77,Ada Byron,3/13/2026,Gift,$50.00,General,Check,ada@example.org,(206) 555-0100,1 Sample St,Seattle,WA,98101,Microsoft,1234.0.99081
84,Bo Okafor,3/14/2026,Gift,$25.00,General,Check,bo@example.org,(206) 555-0101,2 Sample St,Boston,MA,02139,,1234.0.99181
84,Bo Okafor,3/15/2026,Gift,$25.00,General,Check,bo@example.org,(206) 555-0101,2 Sample St,Boston,MA,02139,,1234.0.99281`,
    map: {
      'Account Name': 'donor.name',
      Date: 'donated_at',
      Received: 'amount',
      Email: 'donor.email',
      'Phone - Voice': 'donor.phone',
      'Address Lines': 'address.street',
      City: 'address.city',
      'State/Province': 'address.state',
      'Postal Code': 'address.zip',
      Employer: 'company.name',
      'Journal Entry Database Ref': 'transaction_id',
    },
    cents: [5000, 2500, 2500],
  },
  {
    name: 'Give Lively, whose questions stand beside their answers',
    text: `Donation Id,Donation Date,Donor First Name,Donor Last Name,Donor Email,Donation Amount,Processing Fee,Frequency,Payout Date,Question 1,Answer 1,Double the Donation Company
a81f,2026-03-13T10:05:09Z,Ada,Byron,ada@example.org,50.00,1.75,One time,2026-03-20,Where do you work?,Microsoft,
a82f,2026-03-14T11:05:09Z,Bo,Okafor,bo@example.org,25.00,1.03,Monthly,2026-03-20,Where do you work?,,
a83f,2026-03-15T12:05:09Z,Cy,Mendes,cy@example.org,100.00,3.20,One time,2026-03-20,Where do you work?,Harbor Works,`,
    map: {
      'Donation Id': 'transaction_id',
      'Donation Date': 'donated_at',
      'Donor First Name': 'donor.first_name',
      'Donor Last Name': 'donor.last_name',
      'Donor Email': 'donor.email',
      'Donation Amount': 'amount',
      'Answer 1': 'company.name',
    },
    cents: [5000, 2500, 10000],
  },
  {
    name: 'Virtuous, whose individuals belong to a household',
    text: `GiftId,TransactionId,GiftDate,GiftType,Amount,ContactName,IndividualFirstName,IndividualLastName,EmailAddress,Employer
501,tx_501,2026-01-15,Credit,80.00,The Poll Family,Pia,Poll,pia@poll.example,Honda
502,tx_502,2026-01-16,Stock,900.00,The Quin Family,Ray,Quin,ray@quin.example,`,
    map: {
      TransactionId: 'transaction_id',
      GiftDate: 'donated_at',
      Amount: 'amount',
      IndividualFirstName: 'donor.first_name',
      IndividualLastName: 'donor.last_name',
      EmailAddress: 'donor.email',
      Employer: 'company.name',
    },
    cents: [8000, 90000],
  },
  {
    name: 'a collection of a parent group, line by line',
    text: `Payment #,Date,Collection,Payer First Name,Payer Last Name,Payer Email,Item,Qty,Item Total,Payment Method,Status,Where do you work?
9001,8/20/2026 3:15 PM,PTA Fund,Ina,Joy,ina@joy.example,Direct donation,1,$100.00,Credit Card,Completed,Qualcomm
9002,8/21/2026 4:15 PM,PTA Fund,Jan,Kay,jan@kay.example,Direct donation,1,$50.00,eCheck,Completed,`,
    map: {
      'Payment #': 'transaction_id',
      Date: 'donated_at',
      'Payer First Name': 'donor.first_name',
      'Payer Last Name': 'donor.last_name',
      'Payer Email': 'donor.email',
      'Item Total': 'amount',
      'Where do you work?': 'company.name',
    },
    cents: [10000, 5000],
  },
  {
    name: 'Membership Toolkit',
    text: `Order #,Order Date,Purchaser First,Purchaser Last,Purchaser Email,Item,Item Total,Payment Status,Student Name,Does your employer match donations? If so who?
5001,10/8/2026 7:31 AM,Fay,Gum,fay@example.org,Direct Give,150.00,Paid,Max Gum,"Yes, Salesforce"
5002,10/18/2026 8:02 AM,Gil,Hay,gil@example.org,Direct Give,75.00,Unpaid,Ann Hay,no`,
    map: {
      'Order #': 'transaction_id',
      'Order Date': 'donated_at',
      'Purchaser First': 'donor.first_name',
      'Purchaser Last': 'donor.last_name',
      'Purchaser Email': 'donor.email',
      'Item Total': 'amount',
      'Does your employer match donations? If so who?': 'company.name',
    },
    cents: [15000],
    leftOut: 1,
  },
  {
    name: 'a web form with two questions about the employer',
    text: `Submission Date,Your Name,E-mail,Donation Amount,Does your employer match gifts?,Who is your employer?
Nov 3 2026,Ada Byron,ada@example.org,100.00,Yes,Boeing
Nov 4 2026,Bo Okafor,bo@example.org,50.00,I don't know,Cisco`,
    map: {
      'Submission Date': 'donated_at',
      'Your Name': 'donor.name',
      'E-mail': 'donor.email',
      'Donation Amount': 'amount',
      'Who is your employer?': 'company.name',
    },
    cents: [10000, 5000],
  },
  {
    name: 'Pushpay',
    text: `Tax Deductible,Payer ID,First Name,Last Name,Email,Mobile Number,Address 1,City,State,Zip,Fund Name,Amount,Payment Type,Received On,Payment Reference
Yes,P100,Ada,Byron,ada@example.org,2065550100,1 Elm St,Reno,NV,89501,General,50.00,Visa,3/13/2026,PR-8831
Yes,P101,Bo,Okafor,bo@example.org,2065550101,2 Elm St,Reno,NV,89501,General,75.00,ACH,3/14/2026,PR-8832`,
    map: {
      'First Name': 'donor.first_name',
      'Last Name': 'donor.last_name',
      Email: 'donor.email',
      'Mobile Number': 'donor.phone',
      'Address 1': 'address.street',
      City: 'address.city',
      State: 'address.state',
      Zip: 'address.zip',
      Amount: 'amount',
      'Received On': 'donated_at',
      'Payment Reference': 'transaction_id',
    },
    cents: [5000, 7500],
  },
  {
    name: 'Cheddar Up, whose payers may cover the fees',
    text: `Payment ID,Date Paid,Collection Name,Payer Name,Payer Email,Item Name,Quantity,Item Amount,Fees Paid By Payer,Payment Total,Payment Status,Employer (for matching gifts)
c-81,03/13/2026,Annual Fund,Ada Byron,ada@example.org,Donation,1,$50.00,$1.80,$51.80,Paid,Microsoft
c-82,03/14/2026,Annual Fund,Bo Okafor,bo@example.org,Donation,1,$75.00,$2.40,$77.40,Paid,
c-83,03/15/2026,Annual Fund,Cy Mendes,cy@example.org,Donation,1,$20.00,$0.90,$20.90,Refunded,Boeing`,
    map: {
      'Payment ID': 'transaction_id',
      'Date Paid': 'donated_at',
      'Payer Name': 'donor.name',
      'Payer Email': 'donor.email',
      'Item Amount': 'amount',
      'Employer (for matching gifts)': 'company.name',
    },
    cents: [5000, 7500],
    leftOut: 1,
  },
  {
    name: 'a form in French, with what donors are to their employers',
    text: `Numéro de reçu,Date du don,Prénom,Nom,Courriel,Code postal,Montant du don,Devise,Employeur,Statut d'emploi
R-1,2026-03-13,Ada,Byron,ada@example.org,H7A 1A1,50.00,CAD,Desjardins,Retraitée
R-2,2026-03-14,Bo,Okafor,bo@example.org,H7A 1A1,75.00,USD,Bombardier,Employé`,
    map: {
      'Numéro de reçu': 'transaction_id',
      'Date du don': 'donated_at',
      Prénom: 'donor.first_name',
      Nom: 'donor.last_name',
      Courriel: 'donor.email',
      'Code postal': 'address.zip',
      'Montant du don': 'amount',
      Employeur: 'company.name',
      "Statut d'emploi": 'donor.employment',
    },
    cents: [5000, 7500],
    currencies: ['CAD', 'USD'],
  },
  {
    name: 'payments in French',
    text: `Numéro de paiement,Date du paiement,Prénom,Nom,Courriel,Montant total
P-1,2026-03-13,Ada,Byron,ada@example.org,50.00
P-2,2026-03-14,Bo,Okafor,bo@example.org,75.00`,
    map: {
      'Numéro de paiement': 'transaction_id',
      'Date du paiement': 'donated_at',
      Prénom: 'donor.first_name',
      Nom: 'donor.last_name',
      Courriel: 'donor.email',
      'Montant total': 'amount',
    },
    cents: [5000, 7500],
  },
  {
    name: 'a form in Spanish',
    text: `Fecha,Nombre,Apellido,Correo electrónico,Importe,Empleador,Situación laboral
2026-03-13,Ada,Byron,ada@example.org,50.00,Walmart,Jubilada
2026-03-14,Bo,Okafor,bo@example.org,75.00,Intel,Empleado`,
    map: {
      Fecha: 'donated_at',
      Nombre: 'donor.first_name',
      Apellido: 'donor.last_name',
      'Correo electrónico': 'donor.email',
      Importe: 'amount',
      Empleador: 'company.name',
      'Situación laboral': 'donor.employment',
    },
    cents: [5000, 7500],
  },
  {
    name: 'a file without column names',
    text: `2026-05-01,Eve Example,eve@example.org,$25.00,Microsoft
2026-05-02,Fay Example,fay@example.org,$26.00,Google
2026-05-03,Gil Example,gil@example.org,$27.00,Apple`,
    map: { '': 'any' },
    cents: [2500, 2600, 2700],
  },
]

describe.each(tools)('an export of $name', ({ text, map: expected, cents, rejected = 0, leftOut = 0, currencies }) => {
  test('is mapped correctly without changes by the user', async () => {
    const table = await readTable(Buffer.from(text), 'export.csv', defaultLimits)
    const { map } = proposeMap(table, { hasChapters: false })
    const found = Object.fromEntries(
      table.originalHeaders.flatMap((header, at) => {
        const target = map[table.headers[at] ?? '']
        return target === undefined || target === 'ignored' || target.startsWith('custom.') ? [] : [[header, target]]
      }),
    )
    if (table.headerRow > 0) expect(found).toEqual(expected)
    const result = readGifts(table, map, { today, leaveOutAttention: true })
    expect(result.gifts.map((gift) => gift.amountCents)).toEqual(cents)
    expect([result.rejected.length, result.leftOut.length]).toEqual([rejected, leftOut])
    if (currencies) expect(result.gifts.map(({ currency }) => currency)).toEqual(currencies)
    expect(describeTable(table, map, { today }).accepted).toBe(cents.length + leftOut)
  })
})

const people = ['Ada Byron', 'Bo Example', 'Cy Young', 'Di Prince', 'Ed Norton', 'Fay Wray']
const employers = ['Microsoft', 'Google', 'Boeing Company', 'Starbucks', 'JPMorgan Chase', 'Harbor Works']
const mapOf = async (
  header: string,
  row: (name: string, at: number) => string,
  organization: MappedOrganization = { hasChapters: false },
) => {
  const text = [header, ...people.map(row)].join('\n')
  const table = await readTable(Buffer.from(text), 'export.csv', defaultLimits)
  return proposeMap(table, organization).map
}

test('streets with short names are not amounts, and a person is the donor', async () => {
  const map = await mapOf(
    'Tax Ded.,Member ID,Person,Email Address,Amount,Method,Transaction Date,Mailing Address,Mailing City',
    (name, at) => `Yes,3${at},${name},p${at}@example.org,5${at}.00,Online,2026-11-03,${at + 2} Elm,Reno`,
  )
  expect(map).toMatchObject({ person: 'donor.name', amount: 'amount', mailing_address: 'address.street' })
})

test('the deductible part of dues stays with the gift, a fee does not', async () => {
  const map = await mapOf(
    'ID,Date,Amount,Donor Name,Tax Deductible Amount,Tax',
    (name, at) => `T${at},2026-03-04,50.00,${name},${at + 1}0.00,1.25`,
  )
  expect(map).toMatchObject({ tax_deductible_amount: 'custom.tax_deductible_amount', tax: 'ignored' })
})

describe('contents take precedence over a misleading name', () => {
  test.each([
    { hasChapters: false, names: ['Riverbend'] },
    { hasChapters: true, names: ['Riverbend', 'North'] },
  ])('an organization name column full of employers is the employer: %o', async (organization) => {
    const map = await mapOf(
      'ID,Date,Amount,Donor Name,Organization Name',
      (name, at) => `T${at},2026-03-04,5.00,${name},${employers[at]}`,
      organization,
    )
    expect(map.organization_name).toBe('company.name')
  })

  test('names of chapters stay the organization', async () => {
    const map = await mapOf(
      'ID,Date,Amount,Donor Name,Organization Name',
      (name, at) => `T${at},2026-03-04,5.00,${name},${['Riverbend', 'North'][at % 2]}`,
      { hasChapters: true, names: ['Riverbend', 'North'] },
    )
    expect(map.organization_name).toBe('organization_name')
  })

  test("an attendee's ID is preferred over an order ID that spans several rows", async () => {
    const header = 'Order ID,Order Date,Amount,Attendee #,Attendee Name,Email'
    const row = (order: (at: number) => number) => (name: string, at: number) =>
      `900${order(at)},2026-03-04,5.00,7000${at},${name},p${at}@example.org`
    expect(
      (
        await mapOf(
          header,
          row((at) => at >> 1),
        )
      ).attendee,
    ).toBe('transaction_id')
    expect(
      (
        await mapOf(
          header,
          row((at) => at),
        )
      ).order_id,
    ).toBe('transaction_id')
  })

  test('unnamed columns are detected by their content; account numbers are not phone numbers', async () => {
    const map = await mapOf(
      'Column1,Column2,Column3,Column4,Column5,Column6,Column7',
      (name, at) => `00${at}8812345,2026-03-04,5.00,${name},p${at}@example.org,206555010${at},${employers[at]}`,
    )
    expect(map).toEqual({
      column1: 'transaction_id',
      column2: 'donated_at',
      column3: 'amount',
      column4: 'donor.name',
      column5: 'donor.email',
      column6: 'donor.phone',
      column7: 'company.name',
    })
  })

  test("an account column of email addresses is the donor's", async () => {
    const map = await mapOf(
      'ID,Date,Amount,Name,Account',
      (name, at) => `T${at},2026-03-04,5,${name},p${at}@example.org`,
    )
    expect(map.account).toBe('donor.email')
  })
})
