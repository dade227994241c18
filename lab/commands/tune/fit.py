"""Weights of doubt: logistic regression on what was answered, one language left out at a time."""
import sys, math, collections, re
N='cover share tree runs least_tree least_runs backward forward tokens arguments inside no_filler few_fillers length cut_off'.split()
rows=[]
for l in open(sys.argv[1]):
    if not l.startswith('FEATURES'): continue
    p=l.split(); v=dict(zip(N,map(float,p[4:]))); lang=re.match(r'[a-z]+(-en|-de)?',p[1])[0]; lang=lang.split('_')[0]
    rows.append((p[1].rsplit('-',1)[0] if False else lang,int(p[2]),int(p[3]),v))
use={0:['cover','share','tree','least_runs','backward','tokens','arguments','cut_off'],1:['cover','share','tokens','inside','no_filler','few_fillers','tree','cut_off']}
cap=6.0
def vec(r,F): return [min(cap,r[3][f]) for f in F]+[1.0]
def dot(a,b): return sum(x*y for x,y in zip(a,b))
def solve(A,y):
    n=len(y); M=[r[:]+[v] for r,v in zip(A,y)]
    for i in range(n):
        p=max(range(i,n),key=lambda k:abs(M[k][i])); M[i],M[p]=M[p],M[i]
        for k in range(n):
            if k!=i and M[k][i]: f=M[k][i]/M[i][i]; M[k]=[a-f*b for a,b in zip(M[k],M[i])]
    return [M[i][n]/M[i][i] for i in range(n)]
def fit(R,F,l2=0.3):
    # equal rows are counted, which makes it fast
    c=collections.Counter((r[0],r[1]) for r in R); acc=collections.Counter(); tot=sum(1/math.sqrt(c[(r[0],r[1])]) for r in R)
    for r in R: acc[(tuple(round(x,1) for x in vec(r,F)),1.0-r[1])]+=len(R)/tot/math.sqrt(c[(r[0],r[1])])
    D=list(acc.items()); n=len(F)+1; b=[0.0]*n
    for _ in range(14):
        g=[-(l2 if i<n-1 else 0)*b[i] for i in range(n)]; H=[[(l2 if i<n-1 else 1e-6) if i==j else 0.0 for j in range(n)] for i in range(n)]
        for (x,y),w in D:
            p=1/(1+math.exp(-max(-30,min(30,dot(x,b))))); d=w*(y-p); h=w*p*(1-p)
            for i in range(n):
                if x[i]:
                    g[i]+=d*x[i]; hi=h*x[i]
                    Hi=H[i]
                    for j in range(n): Hi[j]+=hi*x[j]
        s=solve(H,g); b=[u+v for u,v in zip(b,s)]
        b=[max(0.0,u) for u in b[:-1]]+[b[-1]]
    return b
for st in (0,1):
    F=use[st]; R=[r for r in rows if r[2]==st]; langs=sorted({r[0] for r in R})
    z=[]
    for l in langs:
        b=fit([r for r in R if r[0]!=l],F); te=[r for r in R if r[0]==l]
        z+=[(dot(vec(r,F),b),r[1],r[0]) for r in te]
    b=fit(R,F); print('words known' if st==0 else 'new words',len(R),' '.join('%s %.2f'%x for x in zip(F+['1'],b)))
    good=sorted(x[0] for x in z if x[1]); bad=[x[0] for x in z if not x[1]]
    for loss in (.002,.004,.006,.01,.015,.02,.03): 
        th=good[int(len(good)*(1-loss))-1]; print('  loss %.3f threshold %.2f: bad answered %d of %d'%(loss,th,sum(x<=th for x in bad),len(bad)), dict(collections.Counter(l for v,g,l in z if not g and v<=th)))
